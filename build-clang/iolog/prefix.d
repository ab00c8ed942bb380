build-clang/iolog/prefix.o: iolog/prefix.c base/bytes.h iolog/prefix.h

base/bytes.h:

iolog/prefix.h:
