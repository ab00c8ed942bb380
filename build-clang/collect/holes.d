build-clang/collect/holes.o: collect/holes.c collect/holes.h \
  collect/target.h base/arena.h collect/blockdev.h collect/engine.h \
  iolog/iolog.h collect/outcome.h collect/sim.h sim/drive.h \
  model/drive.h model/plan.h model/amount.h model/factor.h \
  collect/provision.h model/run.h collect/schedule.h model/mixture.h

collect/holes.h:

collect/target.h:

base/arena.h:

collect/blockdev.h:

collect/engine.h:

iolog/iolog.h:

collect/outcome.h:

collect/sim.h:

sim/drive.h:

model/drive.h:

model/plan.h:

model/amount.h:

model/factor.h:

collect/provision.h:

model/run.h:

collect/schedule.h:

model/mixture.h:
