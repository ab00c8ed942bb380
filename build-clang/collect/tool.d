build-clang/collect/tool.o: collect/tool.c base/clock.h collect/halt.h \
  collect/tool.h base/arena.h

base/clock.h:

collect/halt.h:

collect/tool.h:

base/arena.h:
