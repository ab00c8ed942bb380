build-clang/analyze/scanner.o: analyze/scanner.c analyze/parallel.h \
  analyze/scanner.h analyze/scan.h analyze/frameio.h iolog/iolog.h \
  analyze/replay.h stats/moments.h analyze/tally.h analyze/percentile.h \
  stats/histogram.h model/factor.h base/arena.h base/report.h

analyze/parallel.h:

analyze/scanner.h:

analyze/scan.h:

analyze/frameio.h:

iolog/iolog.h:

analyze/replay.h:

stats/moments.h:

analyze/tally.h:

analyze/percentile.h:

stats/histogram.h:

model/factor.h:

base/arena.h:

base/report.h:
