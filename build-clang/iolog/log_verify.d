build-clang/iolog/log_verify.o: iolog/log_verify.c base/report.h \
  iolog/gaps.h iolog/log.h iolog/iolog.h

base/report.h:

iolog/gaps.h:

iolog/log.h:

iolog/iolog.h:
