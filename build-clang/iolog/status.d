build-clang/iolog/status.o: iolog/status.c iolog/iolog.h

iolog/iolog.h:
