build-clang/analyze/export_hgrm.o: analyze/export_hgrm.c \
  analyze/verb_export.h analyze/method.h base/arena.h model/table.h

analyze/verb_export.h:

analyze/method.h:

base/arena.h:

model/table.h:
