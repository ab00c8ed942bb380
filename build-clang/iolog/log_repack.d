build-clang/iolog/log_repack.o: iolog/log_repack.c base/report.h \
  iolog/log.h iolog/iolog.h iolog/log_copy.h iolog/chain.h \
  iolog/format.h iolog/frame.h iolog/column.h iolog/reader.h

base/report.h:

iolog/log.h:

iolog/iolog.h:

iolog/log_copy.h:

iolog/chain.h:

iolog/format.h:

iolog/frame.h:

iolog/column.h:

iolog/reader.h:
