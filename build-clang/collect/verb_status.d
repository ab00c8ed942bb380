build-clang/collect/verb_status.o: collect/verb_status.c base/clock.h \
  base/report.h base/units.h collect/left.h collect/target.h \
  base/arena.h collect/blockdev.h collect/engine.h iolog/iolog.h \
  collect/outcome.h collect/sim.h sim/drive.h model/drive.h model/plan.h \
  model/amount.h model/factor.h model/run.h collect/runfile.h \
  collect/verbs.h

base/clock.h:

base/report.h:

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

collect/runfile.h:

collect/verbs.h:
