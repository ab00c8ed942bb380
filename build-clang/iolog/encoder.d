build-clang/iolog/encoder.o: iolog/encoder.c base/bytes.h base/report.h \
  iolog/crc32c.h iolog/encoder.h iolog/chain.h iolog/format.h \
  iolog/frame.h iolog/column.h iolog/iolog.h iolog/ring.h iolog/flying.h \
  iolog/header.h

base/bytes.h:

base/report.h:

iolog/crc32c.h:

iolog/encoder.h:

iolog/chain.h:

iolog/format.h:

iolog/frame.h:

iolog/column.h:

iolog/iolog.h:

iolog/ring.h:

iolog/flying.h:

iolog/header.h:
