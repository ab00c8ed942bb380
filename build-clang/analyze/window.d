build-clang/analyze/window.o: analyze/window.c analyze/label.h \
  base/arena.h model/factor.h model/plan.h model/amount.h \
  analyze/window.h analyze/test.h analyze/scan.h analyze/frameio.h \
  iolog/iolog.h analyze/parallel.h analyze/replay.h stats/moments.h \
  analyze/tally.h analyze/percentile.h stats/histogram.h model/results.h \
  model/table.h model/run.h stats/steady.h

analyze/label.h:

base/arena.h:

model/factor.h:

model/plan.h:

model/amount.h:

analyze/window.h:

analyze/test.h:

analyze/scan.h:

analyze/frameio.h:

iolog/iolog.h:

analyze/parallel.h:

analyze/replay.h:

stats/moments.h:

analyze/tally.h:

analyze/percentile.h:

stats/histogram.h:

model/results.h:

model/table.h:

model/run.h:

stats/steady.h:
