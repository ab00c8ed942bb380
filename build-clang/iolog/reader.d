build-clang/iolog/reader.o: iolog/reader.c base/bytes.h iolog/crc32c.h \
  iolog/format.h iolog/frame.h iolog/column.h iolog/iolog.h iolog/gaps.h \
  iolog/header.h iolog/reader.h

base/bytes.h:

iolog/crc32c.h:

iolog/format.h:

iolog/frame.h:

iolog/column.h:

iolog/iolog.h:

iolog/gaps.h:

iolog/header.h:

iolog/reader.h:
