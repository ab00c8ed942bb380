build-clang/analyze/frameio.o: analyze/frameio.c analyze/frameio.h \
  iolog/iolog.h stats/wide.h

analyze/frameio.h:

iolog/iolog.h:

stats/wide.h:
