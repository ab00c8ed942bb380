/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_LOG_COPY_H
#define PLATEAU_IOLOG_LOG_COPY_H

#include "iolog/chain.h"
#include "iolog/reader.h"

/*
 * log_copy() reads the log 'from' and writes a new one, 'to', which must not
 * exist: whole frames in order of their numbers, each once, with a new chain,
 * index and end.  Standard input that cannot be read twice is kept in a file
 * meanwhile, unless damage is an error.
 * 'begin', unless NULL, is told the log's header first; 0, or -1 with the
 * reason printed.  'change', unless NULL, may replace a data frame: it returns
 * the frame's bytes with room for the header, and fills in *h, or NULL with the
 * reason printed.
 * Returns the exit status of a verb; no half of a log is left behind.
 */
struct log_copy {
	int (*begin)(void *context, const struct iolog_header *h);
	uint8_t *(*change)(void *context, struct iolog_reader *r,
	    const struct iolog_frame *f, struct iolog_frame_header *h);
	void *context;
	unsigned wants;			/* IOLOG_WANT_, for 'change' */
	bool allow_damage;
};
int log_copy(const struct log_copy *copy, const char *from, const char *to);

#endif
