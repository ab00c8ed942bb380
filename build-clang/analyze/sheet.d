build-clang/analyze/sheet.o: analyze/sheet.c analyze/sheet.h base/arena.h

analyze/sheet.h:

base/arena.h:
