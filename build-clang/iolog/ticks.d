build-clang/iolog/ticks.o: iolog/ticks.c iolog/ticks.h base/clock.h \
  iolog/iolog.h

iolog/ticks.h:

base/clock.h:

iolog/iolog.h:
