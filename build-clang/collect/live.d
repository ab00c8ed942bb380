build-clang/collect/live.o: collect/live.c collect/live.h

collect/live.h:
