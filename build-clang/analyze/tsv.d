build-clang/analyze/tsv.o: analyze/tsv.c analyze/tsv.h base/file.h \
  base/arena.h base/report.h base/units.h

analyze/tsv.h:

base/file.h:

base/arena.h:

base/report.h:

base/units.h:
