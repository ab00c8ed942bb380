build-clang/collect/verb_doctor.o: collect/verb_doctor.c base/file.h \
  base/arena.h base/report.h base/units.h collect/provision.h \
  collect/engine.h iolog/iolog.h collect/target.h collect/blockdev.h \
  collect/outcome.h collect/sim.h sim/drive.h model/drive.h model/plan.h \
  model/amount.h model/factor.h model/run.h collect/safety.h \
  collect/ticks.h iolog/ticks.h base/clock.h collect/tool.h \
  collect/verbs.h collect/wiring.h

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

collect/safety.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:

collect/tool.h:

collect/verbs.h:

collect/wiring.h:
