build-clang/collect/answer.o: collect/answer.c collect/answer.h \
  base/arena.h model/run.h model/factor.h

collect/answer.h:

base/arena.h:

model/run.h:

model/factor.h:
