build-clang/collect/smart.o: collect/smart.c collect/answer.h \
  base/arena.h model/run.h model/factor.h collect/halt.h collect/nvme.h \
  collect/target.h collect/blockdev.h collect/engine.h iolog/iolog.h \
  collect/outcome.h collect/sim.h sim/drive.h model/drive.h \
  collect/tool.h collect/smart.h

collect/answer.h:

base/arena.h:

model/run.h:

model/factor.h:

collect/halt.h:

collect/nvme.h:

collect/target.h:

collect/blockdev.h:

collect/engine.h:

iolog/iolog.h:

collect/outcome.h:

collect/sim.h:

sim/drive.h:

model/drive.h:

collect/tool.h:

collect/smart.h:
