build-clang/collect/wiring.o: collect/wiring.c base/file.h base/arena.h \
  collect/blockdev.h collect/pciids.h collect/wiring.h model/run.h \
  model/factor.h

base/file.h:

base/arena.h:

collect/blockdev.h:

collect/pciids.h:

collect/wiring.h:

model/run.h:

model/factor.h:
