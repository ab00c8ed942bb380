build-clang/collect/uring.o: collect/uring.c base/report.h \
  collect/engine.h iolog/iolog.h

base/report.h:

collect/engine.h:

iolog/iolog.h:
