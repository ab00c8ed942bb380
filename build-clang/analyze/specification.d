build-clang/analyze/specification.o: analyze/specification.c \
  analyze/specification.h model/factor.h base/arena.h

analyze/specification.h:

model/factor.h:

base/arena.h:
