build-clang/iolog/header.o: iolog/header.c base/bytes.h base/report.h \
  iolog/crc32c.h iolog/format.h iolog/frame.h iolog/column.h \
  iolog/iolog.h iolog/header.h

base/bytes.h:

base/report.h:

iolog/crc32c.h:

iolog/format.h:

iolog/frame.h:

iolog/column.h:

iolog/iolog.h:

iolog/header.h:
