build-clang/collect/command.o: collect/command.c base/report.h \
  collect/command.h base/arena.h collect/blockdev.h collect/tool.h \
  model/run.h model/factor.h

base/report.h:

collect/command.h:

base/arena.h:

collect/blockdev.h:

collect/tool.h:

model/run.h:

model/factor.h:
