build-clang/analyze/export_json.o: analyze/export_json.c \
  analyze/percentile.h analyze/verb_export.h analyze/method.h \
  base/arena.h model/table.h base/version.h model/factor.h

analyze/percentile.h:

analyze/verb_export.h:

analyze/method.h:

base/arena.h:

model/table.h:

base/version.h:

model/factor.h:
