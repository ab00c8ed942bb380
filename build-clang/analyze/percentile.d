build-clang/analyze/percentile.o: analyze/percentile.c \
  analyze/percentile.h

analyze/percentile.h:
