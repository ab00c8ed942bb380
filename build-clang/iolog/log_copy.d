build-clang/iolog/log_copy.o: iolog/log_copy.c base/report.h \
  iolog/crc32c.h iolog/log.h iolog/iolog.h iolog/log_copy.h \
  iolog/chain.h iolog/format.h iolog/frame.h iolog/column.h \
  iolog/reader.h

base/report.h:

iolog/crc32c.h:

iolog/log.h:

iolog/iolog.h:

iolog/log_copy.h:

iolog/chain.h:

iolog/format.h:

iolog/frame.h:

iolog/column.h:

iolog/reader.h:
