build-clang/collect/pages.o: collect/pages.c collect/pages.h

collect/pages.h:
