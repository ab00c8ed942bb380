build-clang/collect/ticks.o: collect/ticks.c base/report.h \
  collect/ticks.h iolog/ticks.h base/clock.h iolog/iolog.h

base/report.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:

iolog/iolog.h:
