build-clang/collect/cache.o: collect/cache.c base/report.h \
  collect/cache.h base/arena.h collect/target.h collect/blockdev.h \
  collect/engine.h iolog/iolog.h collect/outcome.h collect/sim.h \
  sim/drive.h model/drive.h model/run.h model/factor.h collect/command.h \
  collect/tool.h

base/report.h:

collect/cache.h:

base/arena.h:

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

collect/command.h:

collect/tool.h:
