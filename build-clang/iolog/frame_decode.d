build-clang/iolog/frame_decode.o: iolog/frame_decode.c base/bytes.h \
  iolog/crc32c.h iolog/frame.h iolog/column.h iolog/format.h \
  iolog/iolog.h iolog/rank.h iolog/rules.h iolog/generator.h

base/bytes.h:

iolog/crc32c.h:

iolog/frame.h:

iolog/column.h:

iolog/format.h:

iolog/iolog.h:

iolog/rank.h:

iolog/rules.h:

iolog/generator.h:
