build-clang/collect/data.o: collect/data.c collect/data.h \
  iolog/generator.h

collect/data.h:

iolog/generator.h:
