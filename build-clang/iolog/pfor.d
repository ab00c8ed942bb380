build-clang/iolog/pfor.o: iolog/pfor.c base/bytes.h iolog/pfor.h

base/bytes.h:

iolog/pfor.h:
