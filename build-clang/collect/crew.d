build-clang/collect/crew.o: collect/crew.c base/report.h \
  collect/conductor.h collect/sim.h base/arena.h collect/engine.h \
  iolog/iolog.h sim/drive.h collect/worker.h collect/data.h \
  collect/live.h collect/pages.h collect/schedule.h collect/target.h \
  collect/blockdev.h collect/outcome.h model/drive.h model/mixture.h \
  model/plan.h model/amount.h model/factor.h iolog/ring.h collect/crew.h \
  collect/pin.h collect/halt.h collect/ticks.h iolog/ticks.h \
  base/clock.h

base/report.h:

collect/conductor.h:

collect/sim.h:

base/arena.h:

collect/engine.h:

iolog/iolog.h:

sim/drive.h:

collect/worker.h:

collect/data.h:

collect/live.h:

collect/pages.h:

collect/schedule.h:

collect/target.h:

collect/blockdev.h:

collect/outcome.h:

model/drive.h:

model/mixture.h:

model/plan.h:

model/amount.h:

model/factor.h:

iolog/ring.h:

collect/crew.h:

collect/pin.h:

collect/halt.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:
