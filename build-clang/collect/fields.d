build-clang/collect/fields.o: collect/fields.c collect/fields.h

collect/fields.h:
