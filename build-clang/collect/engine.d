build-clang/collect/engine.o: collect/engine.c collect/engine.h \
  iolog/iolog.h

collect/engine.h:

iolog/iolog.h:
