build-clang/collect/verb_plans.o: collect/verb_plans.c base/file.h \
  base/arena.h base/report.h base/units.h collect/provision.h \
  collect/engine.h iolog/iolog.h collect/target.h collect/blockdev.h \
  collect/outcome.h collect/sim.h sim/drive.h model/drive.h model/plan.h \
  model/amount.h model/factor.h model/run.h collect/schedule.h \
  model/mixture.h collect/verbs.h

base/file.h:

base/arena.h:

base/report.h:

base/units.h:

collect/provision.h:

collect/engine.h:

iolog/iolog.h:

collect/target.h:

collect/blockdev.h:

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

collect/verbs.h:
