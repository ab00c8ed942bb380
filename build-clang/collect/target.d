build-clang/collect/target.o: collect/target.c base/file.h base/arena.h \
  base/report.h base/units.h collect/safety.h collect/blockdev.h \
  collect/target.h collect/engine.h iolog/iolog.h collect/outcome.h \
  collect/sim.h sim/drive.h model/drive.h

base/file.h:

base/arena.h:

base/report.h:

base/units.h:

collect/safety.h:

collect/blockdev.h:

collect/target.h:

collect/engine.h:

iolog/iolog.h:

collect/outcome.h:

collect/sim.h:

sim/drive.h:

model/drive.h:
