build-clang/analyze/kept.o: analyze/kept.c analyze/kept.h \
  analyze/fingerprint.h analyze/scan.h analyze/frameio.h iolog/iolog.h \
  analyze/parallel.h analyze/replay.h stats/moments.h analyze/tally.h \
  analyze/percentile.h stats/histogram.h model/factor.h base/arena.h \
  analyze/test.h model/plan.h model/amount.h model/results.h \
  model/table.h model/run.h base/file.h base/report.h

analyze/kept.h:

analyze/fingerprint.h:

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

analyze/test.h:

model/plan.h:

model/amount.h:

model/results.h:

model/table.h:

model/run.h:

base/file.h:

base/report.h:
