build-clang/analyze/test.o: analyze/test.c analyze/exact.h analyze/scan.h \
  analyze/frameio.h iolog/iolog.h analyze/parallel.h analyze/replay.h \
  stats/moments.h analyze/tally.h analyze/percentile.h stats/histogram.h \
  model/factor.h base/arena.h analyze/label.h model/plan.h \
  model/amount.h analyze/test.h model/results.h model/table.h \
  model/run.h analyze/window.h base/report.h stats/ratio.h

analyze/exact.h:

analyze/scan.h:

analyze/frameio.h:

iolog/iolog.h:

analyze/parallel.h:

analyze/replay.h:

stats/moments.h:

analyze/tally.h:

analyze/percentile.h:

stats/histogram.h:

model/factor.h:

base/arena.h:

analyze/label.h:

model/plan.h:

model/amount.h:

analyze/test.h:

model/results.h:

model/table.h:

model/run.h:

analyze/window.h:

base/report.h:

stats/ratio.h:
