build-clang/collect/logfile.o: collect/logfile.c collect/halt.h \
  collect/logfile.h base/arena.h collect/target.h collect/blockdev.h \
  collect/engine.h iolog/iolog.h collect/outcome.h collect/sim.h \
  sim/drive.h model/drive.h model/plan.h model/amount.h model/factor.h \
  model/run.h collect/ticks.h iolog/ticks.h base/clock.h \
  iolog/generator.h

collect/halt.h:

collect/logfile.h:

base/arena.h:

collect/target.h:

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

collect/ticks.h:

iolog/ticks.h:

base/clock.h:

iolog/generator.h:
