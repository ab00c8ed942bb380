build-clang/iolog/log_cat.o: iolog/log_cat.c base/bytes.h base/report.h \
  base/units.h iolog/log.h iolog/iolog.h

base/bytes.h:

base/report.h:

base/units.h:

iolog/log.h:

iolog/iolog.h:
