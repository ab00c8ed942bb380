build-clang/iolog/frame.o: iolog/frame.c base/bytes.h iolog/crc32c.h \
  iolog/frame.h iolog/column.h iolog/format.h iolog/iolog.h

base/bytes.h:

iolog/crc32c.h:

iolog/frame.h:

iolog/column.h:

iolog/format.h:

iolog/iolog.h:
