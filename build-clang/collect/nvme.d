build-clang/collect/nvme.o: collect/nvme.c collect/answer.h base/arena.h \
  model/run.h model/factor.h collect/nvme.h collect/target.h \
  collect/blockdev.h collect/engine.h iolog/iolog.h collect/outcome.h \
  collect/sim.h sim/drive.h model/drive.h collect/tool.h

collect/answer.h:

base/arena.h:

model/run.h:

model/factor.h:

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
