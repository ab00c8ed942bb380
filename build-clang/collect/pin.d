build-clang/collect/pin.o: collect/pin.c base/report.h base/units.h \
  collect/pin.h base/arena.h

base/report.h:

base/units.h:

collect/pin.h:

base/arena.h:
