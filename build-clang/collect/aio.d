build-clang/collect/aio.o: collect/aio.c base/report.h collect/engine.h \
  iolog/iolog.h

base/report.h:

collect/engine.h:

iolog/iolog.h:
