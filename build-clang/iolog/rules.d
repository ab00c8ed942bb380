build-clang/iolog/rules.o: iolog/rules.c base/bytes.h iolog/crc32c.h \
  iolog/rules.h iolog/format.h iolog/frame.h iolog/column.h \
  iolog/iolog.h iolog/generator.h

base/bytes.h:

iolog/crc32c.h:

iolog/rules.h:

iolog/format.h:

iolog/frame.h:

iolog/column.h:

iolog/iolog.h:

iolog/generator.h:
