build-clang/collect/verb_run.o: collect/verb_run.c base/file.h \
  base/arena.h base/report.h base/units.h collect/control.h \
  collect/cache.h collect/target.h collect/blockdev.h collect/engine.h \
  iolog/iolog.h collect/outcome.h collect/sim.h sim/drive.h \
  model/drive.h model/run.h model/factor.h collect/choose.h model/plan.h \
  model/amount.h collect/crew.h collect/live.h collect/pin.h \
  collect/worker.h collect/data.h collect/pages.h collect/schedule.h \
  model/mixture.h iolog/ring.h collect/options.h collect/ticks.h \
  iolog/ticks.h base/clock.h collect/runfile.h collect/halt.h \
  collect/newrun.h collect/safety.h collect/progress.h collect/left.h \
  collect/provision.h collect/purge.h collect/queue.h collect/resume.h \
  collect/smart.h collect/verbs.h

base/file.h:

base/arena.h:

base/report.h:

base/units.h:

collect/control.h:

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

collect/halt.h:

collect/newrun.h:

collect/safety.h:

collect/progress.h:

collect/left.h:

collect/provision.h:

collect/purge.h:

collect/queue.h:

collect/resume.h:

collect/smart.h:

collect/verbs.h:
