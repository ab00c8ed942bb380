build-clang/iolog/crc32c.o: iolog/crc32c.c iolog/crc32c.h

iolog/crc32c.h:
