build-clang/iolog/recorder.o: iolog/recorder.c base/clock.h base/report.h \
  iolog/encoder.h iolog/chain.h iolog/format.h iolog/frame.h \
  iolog/column.h iolog/iolog.h iolog/ring.h iolog/writer.h

base/clock.h:

base/report.h:

iolog/encoder.h:

iolog/chain.h:

iolog/format.h:

iolog/frame.h:

iolog/column.h:

iolog/iolog.h:

iolog/ring.h:

iolog/writer.h:
