build-clang/collect/control.o: collect/control.c base/report.h \
  base/units.h collect/control.h base/arena.h collect/cache.h \
  collect/target.h collect/blockdev.h collect/engine.h iolog/iolog.h \
  collect/outcome.h collect/sim.h sim/drive.h model/drive.h model/run.h \
  model/factor.h collect/choose.h model/plan.h model/amount.h \
  collect/crew.h collect/live.h collect/pin.h collect/worker.h \
  collect/data.h collect/pages.h collect/schedule.h model/mixture.h \
  iolog/ring.h collect/options.h collect/ticks.h iolog/ticks.h \
  base/clock.h collect/runfile.h collect/found.h collect/halt.h \
  collect/kept.h collect/left.h collect/logfile.h collect/progress.h \
  collect/provision.h collect/purge.h collect/smart.h collect/tracks.h

base/report.h:

base/units.h:

collect/control.h:

base/arena.h:

collect/cache.h:

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

collect/choose.h:

model/plan.h:

model/amount.h:

collect/crew.h:

collect/live.h:

collect/pin.h:

collect/worker.h:

collect/data.h:

collect/pages.h:

collect/schedule.h:

model/mixture.h:

iolog/ring.h:

collect/options.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:

collect/runfile.h:

collect/found.h:

collect/halt.h:

collect/kept.h:

collect/left.h:

collect/logfile.h:

collect/progress.h:

collect/provision.h:

collect/purge.h:

collect/smart.h:

collect/tracks.h:
