/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_SCAN_H
#define PLATEAU_ANALYZE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyze/frameio.h"
#include "analyze/tally.h"
#include "iolog/iolog.h"
#include "model/factor.h"
#include "stats/moments.h"

/* One step as its log has it.  Times are ns since the log's anchor. */
struct scan_step {
	uint32_t number;
	size_t index;			/* of it in scan.steps */
	uint32_t round;			/* 0: the log lost its step frame */
	bool has_factors;
	struct factors factors;
	uint64_t begin_ns, duration_ns;	/* as announced; 0: not known */
	uint64_t first_submit_ns, last_complete_ns;	/* counted I/Os */
	uint64_t ramp_first_ns, ramp_last_ns;		/* those of the ramp */
	struct tally op[NOPS];
	size_t nrecords;		/* 0: the step is not sliced */
	struct scan_record *records;
};

/* A slice of a step by completion time. */
struct scan_record {
	struct tally op[NOPS];
};

/* More records than this of one step are not kept apart. */
#define SCAN_RECORDS 50000u

/* One second of the log, counted from scan.origin_ns; ramps included. */
struct scan_second {
	struct moments latency[2];	/* read, write */
	uint64_t bytes[2], failed[2];
	uint32_t step;			/* the lowest with I/Os in it */
};

/* More seconds than this (four days) are not kept apart. */
#define SCAN_SECONDS 400000u

struct scan {
	char *path;
	struct iolog_header header;	/* text: not kept */
	char *stage;			/* id that the log names, or NULL */
	size_t nsteps;
	struct scan_step **steps;	/* ascending by number */
	uint64_t origin_ns;
	size_t nseconds, room;
	struct scan_second *seconds;	/* seconds[nseconds] */
	uint64_t late;			/* I/Os beyond SCAN_SECONDS */
	uint64_t record_ns;		/* as asked for; 0: no records */
	uint64_t submits;		/* as the frames tell */
	uint64_t read;			/* I/Os that were read, of all kinds */
	uint64_t missing;		/* I/Os that the numbering shows lost */
	uint64_t nstalls, stall_ns;
	size_t nanchors;
	struct iolog_anchor last_anchor;	/* the first: in the header */
	bool ended;			/* the end frame was read */
	struct iolog_totals totals;	/* of the end frame */
	size_t ndamages;
	uint64_t damaged_bytes;
	struct iolog_damage first_damage;
	bool truncated;
	uint64_t end_bytes;		/* of the last frame read */
};

/*
 * scan_log() reads the raw log 'path' once and returns what it counted, or
 * NULL with the reason printed (and '*status_out', the reader's word on it).
 * Damage is no failure: it is counted and what is whole is used.
 * 'op[OP_ALL]' of the steps is filled in too.  Steps longer than record_ns,
 * or of a length that is not announced, are sliced into records of that length
 * if it is not 0.
 */
struct scan *scan_log(const char *path, uint64_t record_ns,
    enum iolog_status *status_out);
void scan_free(struct scan *s);

/* scan_grid() tells the seconds and records of a step. */
struct frameio_grid scan_grid(const struct scan *s,
    const struct scan_step *step);

/* scan_record_ns() is the time that the rates of record 'index' (from 0) refer
 * to: its length, less what lies before the step's first submit or behind its
 * last completion. */
uint64_t scan_record_ns(const struct scan *s, const struct scan_step *step,
    size_t index);

/* scan_find() returns the step 'number', or NULL. */
struct scan_step *scan_find(const struct scan *s, uint32_t number);

#endif
