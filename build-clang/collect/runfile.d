build-clang/collect/runfile.o: collect/runfile.c base/report.h \
  collect/halt.h collect/runfile.h model/run.h base/arena.h \
  model/factor.h

base/report.h:

collect/halt.h:

collect/runfile.h:

model/run.h:

base/arena.h:

model/factor.h:
