build-clang/iolog/log_repair.o: iolog/log_repair.c iolog/log.h \
  iolog/iolog.h iolog/log_copy.h iolog/chain.h iolog/format.h \
  iolog/frame.h iolog/column.h iolog/reader.h

iolog/log.h:

iolog/iolog.h:

iolog/log_copy.h:

iolog/chain.h:

iolog/format.h:

iolog/frame.h:

iolog/column.h:

iolog/reader.h:
