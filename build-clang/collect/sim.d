build-clang/collect/sim.o: collect/sim.c base/report.h collect/sim.h \
  base/arena.h collect/engine.h iolog/iolog.h sim/drive.h \
  collect/ticks.h iolog/ticks.h base/clock.h

base/report.h:

collect/sim.h:

base/arena.h:

collect/engine.h:

iolog/iolog.h:

sim/drive.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:
