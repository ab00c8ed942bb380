build-clang/collect/purge.o: collect/purge.c base/report.h \
  collect/command.h base/arena.h collect/blockdev.h collect/tool.h \
  model/run.h model/factor.h collect/halt.h collect/purge.h \
  collect/engine.h iolog/iolog.h collect/target.h collect/outcome.h \
  collect/sim.h sim/drive.h model/drive.h

base/report.h:

collect/command.h:

base/arena.h:

collect/blockdev.h:

collect/tool.h:

model/run.h:

model/factor.h:

collect/halt.h:

collect/purge.h:

collect/engine.h:

iolog/iolog.h:

collect/target.h:

collect/outcome.h:

collect/sim.h:

sim/drive.h:

model/drive.h:
