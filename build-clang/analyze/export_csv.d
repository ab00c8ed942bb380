build-clang/analyze/export_csv.o: analyze/export_csv.c \
  analyze/verb_export.h analyze/method.h base/arena.h model/table.h

analyze/verb_export.h:

analyze/method.h:

base/arena.h:

model/table.h:
