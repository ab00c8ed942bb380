build-clang/collect/options.o: collect/options.c base/report.h \
  base/units.h collect/options.h base/arena.h collect/engine.h \
  iolog/iolog.h collect/outcome.h collect/pin.h collect/ticks.h \
  iolog/ticks.h base/clock.h

base/report.h:

base/units.h:

collect/options.h:

base/arena.h:

collect/engine.h:

iolog/iolog.h:

collect/outcome.h:

collect/pin.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:
