build-clang/analyze/tally.o: analyze/tally.c analyze/tally.h \
  analyze/percentile.h stats/histogram.h stats/moments.h

analyze/tally.h:

analyze/percentile.h:

stats/histogram.h:

stats/moments.h:
