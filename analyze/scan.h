/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_SCAN_H
#define PLATEAU_ANALYZE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyze/frameio.h"
#include "analyze/parallel.h"
#include "analyze/replay.h"
#include "analyze/tally.h"
#include "iolog/iolog.h"
#include "model/factor.h"
#include "stats/moments.h"

/* One step as its log has it.  Times are as in frameio.h. */
struct scan_step {
	uint32_t number;
	size_t index;			/* of it in scan.steps */
	uint32_t round;			/* 0: the log lost its step frame */
	uint32_t hole_end;		/* the numbering has a hole between
					   I/Os of this step and of that */
	bool has_hole;			/* the log may have lost I/Os of it */
	bool has_factors, told;		/* told: the log has them */
	struct factors factors;
	uint64_t begin_ns;		/* as announced, else the anchor */
	uint64_t duration_ns;		/* as announced; 0: not known */
	uint64_t first_submit_ns, last_complete_ns;	/* counted I/Os */
	uint64_t ramp_first_ns, ramp_last_ns;		/* those of the ramp */
	uint64_t records_last_ns;	/* of the I/Os that are in records */
	struct tally op[NOPS];
	size_t nrecords;		/* 0: the step is not sliced */
	size_t first_record;		/* index of records[0]: 0 of a log */
	size_t room;			/* for so many */
	struct scan_record *records;
};

/* A slice of a step by completion time; what is drained is in none.  The
 * histograms of its tallies are empty, the step has them; but those of records
 * that a point pools are filled in with the percentiles. */
struct scan_record {
	struct tally op[NOPS];
	struct packed grouped[2];	/* read, write; until the percentiles
					   are known */
	bool is_coarse;			/* by SCAN_COARSE_GROUP */
	bool has_hole;			/* the log may have lost I/Os of it */
};

/* A log of more records than this (36 hours of seconds) is refused. */
#define SCAN_RECORDS 131072u

/* Their histograms are grouped as those of slices are (stats/histogram.h), and
 * by more where they would take more bytes than this.  It only makes the exact
 * percentiles slower to find. */
#define SCAN_RECORD_BYTES (8u << 20)
#define SCAN_COARSE_GROUP 64u

/* One second of the log, counted from scan.origin_ns; ramps included. */
struct scan_second {
	struct moments latency[2];	/* read, write */
	uint64_t bytes[2], failed[2];
	uint32_t step;			/* the lowest with I/Os in it */
	bool exact;			/* the percentiles below are known */
	uint64_t value_ns[NOPS][NPERCENTILES_SECOND];
};

/* The latencies of a stretch of the log, with the ramps too, grouped
 * (stats/histogram.h). */
struct scan_slice {
	struct packed histogram[2];	/* read, write */
};

/* The numbers of the I/Os that were read of a stream: [first, next), where
 * nothing is missing between. */
struct scan_stream {
	bool seen;
	uint64_t first, next;
	uint32_t first_step, last_step;	/* that they are of */
	uint64_t first_ns, last_ns;	/* when the first and the last of them
					   came back */
};

/* A stretch of time that the log may have lost I/Os of.  Of more than so many
 * the last ones are taken together, with what is between them. */
#define SCAN_HOLES 64

struct scan_hole {
	uint64_t begin_ns, end_ns;
};

/*
 * A log that a scan was read from.  A test that was interrupted has several:
 * their seconds and the times of their steps are those of the first, with the
 * pause between them as the system's clock tells it.
 */
struct scan_source {
	const char *path;
	uint32_t last_step;		/* those behind it were run again, and
					   are in the next log */
	/* Filled in: */
	struct iolog_header header;
	uint64_t origin_ns, base_ns;
	uint64_t shift_ns;		/* what was added to its times */
	uint64_t end_bytes;
	struct parts parts;		/* that it was read in */
	struct replay **replays;	/* replays[parts.n] */
};

/* More seconds than this (four days) are not kept apart. */
#define SCAN_SECONDS 400000u

/* Slices are of one second, and twice as long as often as it takes to have no
 * more of them than this (36 hours of seconds), and no more bytes. */
#define SCAN_SLICES 131072u
#define SCAN_SLICE_BYTES (64u << 20)

struct scan {
	char *path;
	struct iolog_header header;	/* text: not kept */
	char *stage;			/* id that the log names, or NULL */
	size_t nsteps, nsorted;		/* those behind nsorted stand in any
					   order until scan_finish() */
	struct scan_step **steps;	/* ascending by number */
	size_t nsources;		/* once it is read */
	struct scan_source *sources;	/* with paths of the caller */
	struct replay_room *replay_room;	/* of the sources'; or NULL */
	uint32_t last_step;		/* what is behind it is skipped */
	uint64_t repeated;		/* I/Os that were, in no statistic */
	uint64_t origin_ns;
	uint64_t base_ns;		/* from second 0 to the origin: 0, but
					   of a log in which a test went on */
	uint64_t first_second;		/* number of seconds[0]: 0 of a log */
	size_t nseconds, room;
	struct scan_second *seconds;	/* seconds[nseconds] */
	uint64_t slice_seconds;		/* length of a slice: 1, 2, 4 ... */
	size_t nslices, slice_bytes;
	struct scan_slice *slices;	/* slices[nslices]; NULL: none */
	struct scan_stream *streams;	/* streams[header.nstreams] */
	size_t nholes;
	struct scan_hole holes[SCAN_HOLES];
	uint64_t late;			/* I/Os beyond SCAN_SECONDS */
	uint64_t record_ns;		/* as asked for; 0: no records */
	size_t nrecords, record_bytes;	/* of all steps; of their histograms */
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
	uint64_t tail_bytes;		/* behind the end frame: ignored */
	struct iolog_damage first_damage;
	bool header_damaged;		/* a copy of it was used */
	size_t nlosses;			/* told by a repaired log */
	uint64_t lost_bytes;
	struct iolog_loss first_loss;
	bool end_lost;			/* told by a repaired log */
	bool truncated;
	uint64_t end_bytes;		/* of the last frame read */
};

/* scan_new() returns an empty scan of the log 'path', or NULL if memory is out;
 * scan_free() ignores NULL. */
struct scan *scan_new(const char *path, const struct iolog_header *header);
void scan_free(struct scan *s);

/* scan_step() returns the step 'number', added if need be; scan_second() the
 * second, scan_record() the tallies of a record, from 1.  NULL if memory is out
 * or if there are more of them than any log has; errno is EOVERFLOW for too
 * many records. */
struct scan_step *scan_step(struct scan *s, uint32_t number);
struct scan_second *scan_second(struct scan *s, uint64_t number);
struct scan_record *scan_record(struct scan *s, struct scan_step *step,
    uint64_t record);

/* scan_add_record() adds the counts of count[HISTOGRAM_BINS] to the histogram of
 * one op of a record, whose tally has seen these latencies, and empties them;
 * group[HISTOGRAM_BINS] are zeros to work in.  0, or -1 as scan_record(). */
int scan_add_record(struct scan *s, struct scan_step *step, uint64_t record,
    int op, uint64_t *count, uint64_t *group);

/* scan_free_kept() frees what later passes need: the histograms of records, and
 * I/Os that are kept. */
void scan_free_kept(struct scan *s);

/* scan_add_slice() adds a grouped histogram of latencies of a second, unless
 * that is beyond SCAN_SECONDS, and empties it; all that is not 0 is in the bins
 * 'first' to 'last'.  0, or -1 if memory is out. */
int scan_add_slice(struct scan *s, uint64_t second, int op, uint64_t *count,
    uint32_t first, uint32_t last);

/* scan_note_numbers() notes that the I/Os of a data frame were read, and counts
 * those before them that were not. */
void scan_note_numbers(struct scan *s, const struct iolog_frame *f);

/* scan_merge() adds what 'from', which read a later part of the same log,
 * found.  0, or -1 if memory is out. */
int scan_merge(struct scan *s, struct scan *from);

/* scan_finish() sums up when all parts are merged.  0, or -1. */
int scan_finish(struct scan *s);

/* scan_grid() tells the seconds and records of a step. */
struct frameio_grid scan_grid(const struct scan *s,
    const struct scan_step *step);

/* scan_record_ns() is the time that the rates of record 'index' (from 0) refer
 * to: its length, less what lies before the step's first submit or behind its
 * last completion that is not drained. */
uint64_t scan_record_ns(const struct scan *s, const struct scan_step *step,
    size_t index);

/* scan_record_ended() tells whether the step went on to the end of record
 * 'index', or past it. */
bool scan_record_ended(const struct scan *s, const struct scan_step *step,
    size_t index);

/* scan_find() returns the step 'number', or NULL. */
struct scan_step *scan_find(const struct scan *s, uint32_t number);

#endif
