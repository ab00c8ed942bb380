build-clang/iolog/chain.o: iolog/chain.c base/bytes.h iolog/chain.h \
  iolog/format.h iolog/frame.h iolog/column.h iolog/iolog.h \
  iolog/crc32c.h iolog/header.h

base/bytes.h:

iolog/chain.h:

iolog/format.h:

iolog/frame.h:

iolog/column.h:

iolog/iolog.h:

iolog/crc32c.h:

iolog/header.h:
