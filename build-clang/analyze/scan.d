build-clang/analyze/scan.o: analyze/scan.c analyze/scan.h \
  analyze/frameio.h iolog/iolog.h analyze/parallel.h analyze/replay.h \
  stats/moments.h analyze/tally.h analyze/percentile.h stats/histogram.h \
  model/factor.h base/arena.h

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
