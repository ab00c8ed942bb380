build-clang/analyze/exact.o: analyze/exact.c analyze/exact.h \
  analyze/scan.h analyze/frameio.h iolog/iolog.h analyze/parallel.h \
  analyze/replay.h stats/moments.h analyze/tally.h analyze/percentile.h \
  stats/histogram.h model/factor.h base/arena.h base/report.h \
  stats/quantile.h stats/refine.h

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

base/report.h:

stats/quantile.h:

stats/refine.h:
