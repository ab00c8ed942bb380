build-clang/iolog/writer.o: iolog/writer.c base/file.h base/arena.h \
  base/report.h iolog/writer.h

base/file.h:

base/arena.h:

base/report.h:

iolog/writer.h:
