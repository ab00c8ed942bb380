build-clang/collect/progress.o: collect/progress.c base/report.h \
  base/units.h collect/fields.h collect/halt.h collect/progress.h \
  collect/crew.h collect/live.h collect/pin.h base/arena.h \
  collect/worker.h collect/data.h collect/engine.h iolog/iolog.h \
  collect/pages.h collect/schedule.h collect/target.h collect/blockdev.h \
  collect/outcome.h collect/sim.h sim/drive.h model/drive.h \
  model/mixture.h model/plan.h model/amount.h model/factor.h \
  iolog/ring.h collect/left.h model/run.h collect/ticks.h iolog/ticks.h \
  base/clock.h

base/report.h:

base/units.h:

collect/fields.h:

collect/halt.h:

collect/progress.h:

collect/crew.h:

collect/live.h:

collect/pin.h:

base/arena.h:

collect/worker.h:

collect/data.h:

collect/engine.h:

iolog/iolog.h:

collect/pages.h:

collect/schedule.h:

collect/target.h:

collect/blockdev.h:

collect/outcome.h:

collect/sim.h:

sim/drive.h:

model/drive.h:

model/mixture.h:

model/plan.h:

model/amount.h:

model/factor.h:

iolog/ring.h:

collect/left.h:

model/run.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:
