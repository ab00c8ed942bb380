build-clang/collect/choose.o: collect/choose.c collect/choose.h \
  model/plan.h base/arena.h model/amount.h model/factor.h

collect/choose.h:

model/plan.h:

base/arena.h:

model/amount.h:

model/factor.h:
