build-clang/collect/newrun.o: collect/newrun.c base/bytes.h base/file.h \
  base/arena.h base/version.h collect/ata.h collect/target.h \
  collect/blockdev.h collect/engine.h iolog/iolog.h collect/outcome.h \
  collect/sim.h sim/drive.h model/drive.h model/run.h model/factor.h \
  collect/holes.h model/plan.h model/amount.h collect/identity.h \
  collect/newrun.h collect/options.h collect/pin.h collect/ticks.h \
  iolog/ticks.h base/clock.h collect/safety.h collect/nvme.h \
  collect/tool.h collect/queue.h collect/smart.h collect/wiring.h \
  iolog/generator.h

base/bytes.h:

base/file.h:

base/arena.h:

base/version.h:

collect/ata.h:

collect/target.h:

collect/blockdev.h:

collect/engine.h:

iolog/iolog.h:

collect/outcome.h:

collect/sim.h:

sim/drive.h:

model/drive.h:

model/run.h:

model/factor.h:

collect/holes.h:

model/plan.h:

model/amount.h:

collect/identity.h:

collect/newrun.h:

collect/options.h:

collect/pin.h:

collect/ticks.h:

iolog/ticks.h:

base/clock.h:

collect/safety.h:

collect/nvme.h:

collect/tool.h:

collect/queue.h:

collect/smart.h:

collect/wiring.h:

iolog/generator.h:
