build-clang/iolog/flying.o: iolog/flying.c iolog/flying.h

iolog/flying.h:
