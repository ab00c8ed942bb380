build-clang/collect/queue.o: collect/queue.c base/units.h collect/queue.h \
  base/arena.h collect/target.h collect/blockdev.h collect/engine.h \
  iolog/iolog.h collect/outcome.h collect/sim.h sim/drive.h \
  model/drive.h model/plan.h model/amount.h model/factor.h \
  collect/schedule.h model/mixture.h

base/units.h:

collect/queue.h:

base/arena.h:

collect/target.h:

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

collect/schedule.h:

model/mixture.h:
