build-clang/collect/pciids.o: collect/pciids.c collect/pciids.h \
  base/arena.h

collect/pciids.h:

base/arena.h:
