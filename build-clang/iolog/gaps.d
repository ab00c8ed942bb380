build-clang/iolog/gaps.o: iolog/gaps.c iolog/gaps.h

iolog/gaps.h:
