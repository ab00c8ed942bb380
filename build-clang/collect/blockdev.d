build-clang/collect/blockdev.o: collect/blockdev.c base/file.h \
  base/arena.h collect/blockdev.h

base/file.h:

base/arena.h:

collect/blockdev.h:
