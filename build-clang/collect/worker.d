build-clang/collect/worker.o: collect/worker.c base/report.h \
  collect/halt.h collect/ticks.h iolog/ticks.h base/clock.h \
  iolog/iolog.h collect/worker.h collect/data.h collect/engine.h \
  collect/live.h collect/pages.h collect/schedule.h collect/target.h \
  base/arena.h collect/blockdev.h collect/outcome.h collect/sim.h \
  sim/drive.h model/drive.h model/mixture.h model/plan.h model/amount.h \
  model/factor.h iolog/ring.h iolog/generator.h

base/report.h:

collect/halt.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:

iolog/iolog.h:

collect/worker.h:

collect/data.h:

collect/engine.h:

collect/live.h:

collect/pages.h:

collect/schedule.h:

collect/target.h:

base/arena.h:

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

iolog/generator.h:
