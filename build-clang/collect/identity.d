build-clang/collect/identity.o: collect/identity.c base/file.h \
  base/arena.h base/version.h collect/identity.h collect/target.h \
  collect/blockdev.h collect/engine.h iolog/iolog.h collect/outcome.h \
  collect/sim.h sim/drive.h model/drive.h model/run.h model/factor.h \
  collect/pciids.h collect/wiring.h

base/file.h:

base/arena.h:

base/version.h:

collect/identity.h:

collect/target.h:

collect/blockdev.h:

collect/engine.h:

iolog/iolog.h:

collect/outcome.h:

collect/sim.h:

sim/drive.h:

model/drive.h:

model/run.h:

model/factor.h:

collect/pciids.h:

collect/wiring.h:
