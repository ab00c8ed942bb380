build-clang/iolog/frame_encode.o: iolog/frame_encode.c base/bytes.h \
  iolog/crc32c.h iolog/frame.h iolog/column.h iolog/format.h \
  iolog/iolog.h iolog/rank.h iolog/rules.h iolog/generator.h \
  iolog/unit.h

base/bytes.h:

iolog/crc32c.h:

iolog/frame.h:

iolog/column.h:

iolog/format.h:

iolog/iolog.h:

iolog/rank.h:

iolog/rules.h:

iolog/generator.h:

iolog/unit.h:
