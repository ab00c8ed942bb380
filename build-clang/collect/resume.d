build-clang/collect/resume.o: collect/resume.c base/file.h base/arena.h \
  base/report.h collect/identity.h collect/target.h collect/blockdev.h \
  collect/engine.h iolog/iolog.h collect/outcome.h collect/sim.h \
  sim/drive.h model/drive.h model/run.h model/factor.h collect/kept.h \
  model/plan.h model/amount.h collect/logfile.h collect/resume.h \
  collect/options.h collect/pin.h collect/ticks.h iolog/ticks.h \
  base/clock.h collect/runfile.h

base/file.h:

base/arena.h:

base/report.h:

collect/identity.h:

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

collect/kept.h:

model/plan.h:

model/amount.h:

collect/logfile.h:

collect/resume.h:

collect/options.h:

collect/pin.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:

collect/runfile.h:
