build-clang/analyze/verb_table.o: analyze/verb_table.c analyze/label.h \
  base/arena.h model/factor.h model/plan.h model/amount.h \
  analyze/method.h model/table.h analyze/options.h analyze/window.h \
  analyze/test.h analyze/scan.h analyze/frameio.h iolog/iolog.h \
  analyze/parallel.h analyze/replay.h stats/moments.h analyze/tally.h \
  analyze/percentile.h stats/histogram.h model/results.h model/run.h \
  analyze/sheet.h analyze/verb_table.h base/report.h

analyze/label.h:

base/arena.h:

model/factor.h:

model/plan.h:

model/amount.h:

analyze/method.h:

model/table.h:

analyze/options.h:

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

model/run.h:

analyze/sheet.h:

analyze/verb_table.h:

base/report.h:
