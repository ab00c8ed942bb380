build-clang/analyze/parallel.o: analyze/parallel.c analyze/parallel.h

analyze/parallel.h:
