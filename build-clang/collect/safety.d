build-clang/collect/safety.o: collect/safety.c base/file.h base/arena.h \
  collect/safety.h collect/blockdev.h

base/file.h:

base/arena.h:

collect/safety.h:

collect/blockdev.h:
