build-clang/collect/tracks.o: collect/tracks.c collect/ticks.h \
  iolog/ticks.h base/clock.h iolog/iolog.h collect/tracks.h base/arena.h \
  collect/worker.h collect/data.h collect/engine.h collect/live.h \
  collect/pages.h collect/schedule.h collect/target.h collect/blockdev.h \
  collect/outcome.h collect/sim.h sim/drive.h model/drive.h \
  model/mixture.h model/plan.h model/amount.h model/factor.h \
  iolog/ring.h stats/steady.h

collect/ticks.h:

iolog/ticks.h:

base/clock.h:

iolog/iolog.h:

collect/tracks.h:

base/arena.h:

collect/worker.h:

collect/data.h:

collect/engine.h:

collect/live.h:

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

stats/steady.h:
