build-clang/iolog/column.o: iolog/column.c base/bytes.h iolog/column.h \
  iolog/format.h iolog/pfor.h iolog/prefix.h

base/bytes.h:

iolog/column.h:

iolog/format.h:

iolog/pfor.h:

iolog/prefix.h:
