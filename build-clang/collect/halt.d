build-clang/collect/halt.o: collect/halt.c base/clock.h base/report.h \
  collect/halt.h collect/outcome.h

base/clock.h:

base/report.h:

collect/halt.h:

collect/outcome.h:
