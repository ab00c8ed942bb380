build-clang/analyze/replay.o: analyze/replay.c analyze/replay.h \
  analyze/frameio.h iolog/iolog.h stats/moments.h base/bytes.h \
  stats/wide.h

analyze/replay.h:

analyze/frameio.h:

iolog/iolog.h:

stats/moments.h:

base/bytes.h:

stats/wide.h:
