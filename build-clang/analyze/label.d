build-clang/analyze/label.o: analyze/label.c analyze/label.h base/arena.h \
  model/factor.h model/plan.h model/amount.h

analyze/label.h:

base/arena.h:

model/factor.h:

model/plan.h:

model/amount.h:
