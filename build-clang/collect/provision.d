build-clang/collect/provision.o: collect/provision.c base/report.h \
  base/units.h collect/answer.h base/arena.h model/run.h model/factor.h \
  collect/command.h collect/blockdev.h collect/tool.h collect/nvme.h \
  collect/target.h collect/engine.h iolog/iolog.h collect/outcome.h \
  collect/sim.h sim/drive.h model/drive.h collect/provision.h \
  model/plan.h model/amount.h

base/report.h:

base/units.h:

collect/answer.h:

base/arena.h:

model/run.h:

model/factor.h:

collect/command.h:

collect/blockdev.h:

collect/tool.h:

collect/nvme.h:

collect/target.h:

collect/engine.h:

iolog/iolog.h:

collect/outcome.h:

collect/sim.h:

sim/drive.h:

model/drive.h:

collect/provision.h:

model/plan.h:

model/amount.h:
