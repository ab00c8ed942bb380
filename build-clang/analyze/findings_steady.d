build-clang/analyze/findings_steady.o: analyze/findings_steady.c \
  analyze/findings.h analyze/analysis.h analyze/test.h analyze/scan.h \
  analyze/frameio.h iolog/iolog.h analyze/parallel.h analyze/replay.h \
  stats/moments.h analyze/tally.h analyze/percentile.h stats/histogram.h \
  model/factor.h base/arena.h model/plan.h model/amount.h \
  model/results.h model/table.h model/run.h analyze/window.h \
  analyze/label.h

analyze/findings.h:

analyze/analysis.h:

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

model/factor.h:

base/arena.h:

model/plan.h:

model/amount.h:

model/results.h:

model/table.h:

model/run.h:

analyze/window.h:

analyze/label.h:
