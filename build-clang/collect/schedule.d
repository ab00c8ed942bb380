build-clang/collect/schedule.o: collect/schedule.c base/report.h \
  base/units.h collect/provision.h base/arena.h collect/engine.h \
  iolog/iolog.h collect/target.h collect/blockdev.h collect/outcome.h \
  collect/sim.h sim/drive.h model/drive.h model/plan.h model/amount.h \
  model/factor.h model/run.h collect/schedule.h model/mixture.h \
  iolog/generator.h

base/report.h:

base/units.h:

collect/provision.h:

base/arena.h:

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

iolog/generator.h:
