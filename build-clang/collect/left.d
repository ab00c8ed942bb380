build-clang/collect/left.o: collect/left.c base/units.h collect/left.h \
  collect/target.h base/arena.h collect/blockdev.h collect/engine.h \
  iolog/iolog.h collect/outcome.h collect/sim.h sim/drive.h \
  model/drive.h model/plan.h model/amount.h model/factor.h model/run.h \
  collect/schedule.h model/mixture.h

base/units.h:

collect/left.h:

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

model/run.h:

collect/schedule.h:

model/mixture.h:
