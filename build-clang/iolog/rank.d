build-clang/iolog/rank.o: iolog/rank.c iolog/rank.h

iolog/rank.h:
