build-clang/iolog/log_info.o: iolog/log_info.c base/report.h base/units.h \
  iolog/frame.h iolog/column.h iolog/format.h iolog/iolog.h iolog/log.h

base/report.h:

base/units.h:

iolog/frame.h:

iolog/column.h:

iolog/format.h:

iolog/iolog.h:

iolog/log.h:
