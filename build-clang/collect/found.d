build-clang/collect/found.o: collect/found.c collect/found.h \
  collect/choose.h model/plan.h base/arena.h model/amount.h \
  model/factor.h model/run.h iolog/iolog.h

collect/found.h:

collect/choose.h:

model/plan.h:

base/arena.h:

model/amount.h:

model/factor.h:

model/run.h:

iolog/iolog.h:
