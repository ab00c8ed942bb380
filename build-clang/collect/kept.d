build-clang/collect/kept.o: collect/kept.c collect/kept.h model/plan.h \
  base/arena.h model/amount.h model/factor.h model/run.h iolog/iolog.h

collect/kept.h:

model/plan.h:

base/arena.h:

model/amount.h:

model/factor.h:

model/run.h:

iolog/iolog.h:
