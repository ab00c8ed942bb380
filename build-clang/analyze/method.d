build-clang/analyze/method.o: analyze/method.c analyze/method.h \
  base/arena.h model/table.h base/report.h model/factor.h \
  stats/quantile.h

analyze/method.h:

base/arena.h:

model/table.h:

base/report.h:

model/factor.h:

stats/quantile.h:
