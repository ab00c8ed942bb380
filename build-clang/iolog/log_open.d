build-clang/iolog/log_open.o: iolog/log_open.c base/report.h iolog/log.h \
  iolog/iolog.h

base/report.h:

iolog/log.h:

iolog/iolog.h:
