/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_H
#define PLATEAU_IOLOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * The raw log: the latency of every I/O of a stage, in a compact binary file
 * that outlives the program.  docs/iolog-format.md is its specification; this
 * header is all that a program needs to write or read one, in C: the headers
 * are not for C++.
 *
 * Times in a log are ticks of one clock.  By definition
 *
 *	latency_ns  = floor(latency_ticks x tick_num / tick_den)
 *	submit_ns   = floor((submit_ticks - anchor.ticks) x tick_num / tick_den)
 *	complete_ns = submit_ns + latency_ns
 *
 * so that two readers agree to the nanosecond.
 */

enum iolog_clock {
	IOLOG_CLOCK_MONOTONIC_RAW = 1,	/* ns of CLOCK_MONOTONIC_RAW */
	IOLOG_CLOCK_TSC = 2,		/* constant, nonstop CPU counter */
	IOLOG_CLOCK_VIRTUAL = 3		/* ns of a simulated drive */
};

enum iolog_stamp {
	IOLOG_STAMP_BATCH = 1,		/* one for all that a reap returned */
	IOLOG_STAMP_EVENT = 2		/* one stamp for each completion */
};

enum iolog_op { IOLOG_READ = 0, IOLOG_WRITE = 1 };

struct iolog_anchor {
	uint64_t ticks, monotonic_ns, realtime_ns;
};

/* What a log says of itself. */
struct iolog_header {
	uint8_t run_uuid[16];
	uint32_t nstreams;
	enum iolog_clock clock;
	enum iolog_stamp stamp;
	uint64_t tick_num, tick_den;	/* one tick is num/den ns */
	struct iolog_anchor anchor;	/* at the log's beginning */
	uint32_t sector_bytes;		/* of the target; sizes are in bytes */
	uint64_t target_bytes;		/* size of what is under test */
	uint32_t generator;		/* of offsets and mixes, 0: none; see
					   iolog/generator.h */
	uint64_t key;			/* of that generator */
	bool simulated;
	const char *text;		/* "name=value" lines: plan, stage,
					   device, tool */
};

/* Bits of an I/O's flags. */
enum {
	IOLOG_FLAG_RAMP = 1,		/* of the ramp: not in the statistics */
	IOLOG_FLAG_DRAIN = 2,		/* came back after its step had ended */
	IOLOG_FLAG_LOST = 4		/* never came back; latency: the wait */
};

/* The step that begins: a log alone can be analysed. */
struct iolog_step {
	uint32_t step;			/* from 1 through the whole test */
	uint32_t round;			/* from 1 */
	uint64_t begin_ticks;
	uint64_t duration_ns;		/* asked for; 0: by bytes or count */
	const char *stage;		/* id of the stage, "iops", "fill" */
	const char *factors;		/* factors_to_text(), model/factor.h */
};

/* Submission stood still because the log could not take more. */
struct iolog_stall {
	uint32_t stream, step;
	uint64_t begin_ticks, end_ticks;
};

enum iolog_status {
	IOLOG_OK = 0,
	IOLOG_END,		/* a clean end: the end frame was read */
	IOLOG_TRUNCATED,	/* the file ends without an end frame */
	IOLOG_DAMAGED,		/* bytes were skipped; struct iolog_damage */
	IOLOG_NOT_A_LOG,	/* the magic is missing */
	IOLOG_TEXT_MODE,	/* the magic was mangled by a text-mode copy */
	IOLOG_NEWER_VERSION,	/* a major version that is not known */
	IOLOG_UNKNOWN_FEATURE,	/* an incompatible feature that is not known */
	IOLOG_BAD_HEADER,	/* its checksum, or a field, is wrong */
	IOLOG_ERRNO,		/* the system said no: errno */
	IOLOG_WRONG_BYTE_ORDER,	/* written with the bytes of numbers reversed */
	IOLOG_CUT_HEADER,	/* the file ends inside its header */
	IOLOG_EMPTY		/* the file has no byte */
};

/* iolog_status_text() returns a constant sentence for a status. */
const char *iolog_status_text(enum iolog_status status);

/* ------------------------------------------------------------------ writing */

/*
 * A recorder takes the events of nstreams I/O threads, each through its own
 * ring, encodes them in a thread of its own and writes them in another, 1 MiB
 * at a time.  Nothing is dropped: see iolog_ring_has_room().
 */
struct iolog_recorder;
struct iolog_ring;

/*
 * iolog_recorder_open() creates the log file 'path' (which must not exist),
 * writes its header, allocates and touches all memory and starts both threads.
 * Returns NULL, with the reason printed and no file left behind, on failure.
 */
struct iolog_recorder *iolog_recorder_open(const char *path,
    const struct iolog_header *header);

/* iolog_recorder_ring() returns the ring of 'stream', 0 to nstreams - 1, for
 * exactly one thread at a time to push into. */
struct iolog_ring *iolog_recorder_ring(struct iolog_recorder *r,
    uint32_t stream);

/* iolog_recorder_step() announces a step before its first I/O; for the thread
 * that controls the run, not for the hot ones. */
void iolog_recorder_step(struct iolog_recorder *r,
    const struct iolog_step *step);

/* iolog_recorder_anchor() records a pair of clock readings (at least once a
 * minute, so that drift between clocks can be seen later). */
void iolog_recorder_anchor(struct iolog_recorder *r,
    const struct iolog_anchor *anchor);

/* iolog_recorder_failed() is 0, or the errno with which writing failed (disk
 * full): it has been printed and the run must stop.  Cheap; any thread may
 * ask. */
int iolog_recorder_failed(const struct iolog_recorder *r);

/* What was written. */
struct iolog_totals {
	uint64_t completions;		/* records in the log, lost ones too */
	uint64_t submits;		/* announced by iolog_ring_submit() */
	uint64_t errors;
	uint64_t stalls;
	uint64_t bytes;			/* length of the file */
};

/*
 * iolog_recorder_close() takes what is left in the rings (no thread may push
 * any more), writes index and end, flushes to the disk, ends the threads and
 * frees the recorder.  Returns 0, or -1 with errno and the reason printed: the
 * file is then valid up to where it ends.
 */
int iolog_recorder_close(struct iolog_recorder *r,
    struct iolog_totals *totals_out);

/* The hot side is inline, in iolog/ring.h. */

/* ------------------------------------------------------------------ reading */

enum iolog_frame_type {
	IOLOG_FRAME_DATA = 1,
	IOLOG_FRAME_STEP = 2,
	IOLOG_FRAME_STALL = 3,
	IOLOG_FRAME_ANCHOR = 4,
	IOLOG_FRAME_INDEX = 5,
	IOLOG_FRAME_END = 6,
	IOLOG_FRAME_HEADER = 7,		/* a copy of the file header */
	IOLOG_FRAME_LOSS = 8		/* what a repair could not save */
};

/* What was missing where a log was repaired. */
enum iolog_loss_kind {
	IOLOG_LOSS_BYTES = 1,		/* these bytes were damaged */
	IOLOG_LOSS_FRAMES = 2,		/* whole frames had been cut out here */
	IOLOG_LOSS_END = 3,		/* and behind them nothing was left */
	IOLOG_LOSS_IOS = 4		/* the last I/Os of a stream */
};
struct iolog_loss {
	enum iolog_loss_kind kind;
	uint64_t begin_bytes, end_bytes;	/* of the log as it was; or */
	uint32_t stream;		/* IOLOG_LOSS_IOS: these I/Os, */
	uint64_t begin_io, end_io;	/* [begin, end), by completion */
};

/* What is wrong with a log at a place. */
enum iolog_damage_kind {
	IOLOG_DAMAGE_BYTES,		/* no whole frames of this run */
	IOLOG_DAMAGE_MISSING,		/* frames are not here: lost or late */
	IOLOG_DAMAGE_ORDER,		/* frames that were missing before */
	IOLOG_DAMAGE_REPEATED,		/* frames read before: passed over */
	IOLOG_DAMAGE_TAIL,		/* bytes behind the end */
	IOLOG_DAMAGE_HEADER,		/* the file header: a copy is used; or
					   it is, but for the end damaged */
	IOLOG_DAMAGE_OTHER_HEADER,	/* it is another run's, as if damaged */
	IOLOG_DAMAGE_GAVE_UP,		/* as REPEATED, or too much is missing
					   to know */
	IOLOG_DAMAGE_OTHER_RUN		/* as BYTES: whole frames of another */
};
struct iolog_damage {
	enum iolog_damage_kind kind;
	uint64_t begin_bytes, end_bytes;	/* of the file; equal: none */
};

/*
 * A frame as read.  Arrays have 'n' elements, belong to the reader and live
 * until the next call.  Completions are in the order they were reaped.
 */
struct iolog_frame {
	enum iolog_frame_type type;
	uint64_t offset_bytes, length_bytes;	/* in the file */
	/* IOLOG_FRAME_DATA */
	uint32_t stream, step;
	uint64_t first;			/* completion of the stream, from 0 */
	uint32_t n;
	uint32_t nsubmits;		/* by the stream, meanwhile */
	const uint64_t *complete_ticks;
	const uint64_t *latency_ticks;
	const uint8_t *op;		/* enum iolog_op */
	const uint8_t *flags;		/* IOLOG_FLAG_ */
	const uint32_t *bytes;		/* asked for */
	const int32_t *result;		/* bytes transferred, or -errno */
	uint32_t nerrors;		/* results that differ from bytes */
	/* the others */
	struct iolog_step begin;	/* IOLOG_FRAME_STEP */
	struct iolog_stall stall;
	struct iolog_anchor anchor;
	struct iolog_totals totals;	/* IOLOG_FRAME_END */
	struct iolog_loss loss;
	/* IOLOG_FRAME_DATA, with IOLOG_WANT_OFFSETS; NULL where the log does
	 * not tell: the I/O's number in its stream, and where it went. */
	const uint64_t *submit, *at_bytes;
	/* With IOLOG_WANT_CALLS: the submit calls, in order.  The first handed
	 * over I/O number first_submit. */
	uint64_t first_submit;
	uint32_t ncalls;
	const uint32_t *call_count;	/* I/Os of each */
	const uint64_t *call_duration_ticks;	/* to four significant bits */
	const uint64_t *call_ticks;	/* when it was made; NULL if not told */
	bool is_age_form;
};

struct iolog_reader;

/*
 * iolog_reader_open() opens 'path' ("-" is standard input) and reads its
 * header.  Returns NULL with '*status_out' the reason; prints nothing.
 */
struct iolog_reader *iolog_reader_open(const char *path,
    enum iolog_status *status_out);

/* iolog_reader_close() frees the reader; NULL is harmless. */
void iolog_reader_close(struct iolog_reader *r);

/* iolog_reader_header() returns the log's header; it lives as long as the
 * reader. */
const struct iolog_header *iolog_reader_header(const struct iolog_reader *r);

/*
 * iolog_reader_next() reads the next frame that is whole.  Returns IOLOG_OK
 * and the frame, each once, in the order of the file; IOLOG_DAMAGED when
 * something is wrong before the next one or with its place (ask again for that
 * frame; iolog_reader_damage() says what); IOLOG_END after the end frame was
 * returned; IOLOG_TRUNCATED when the file ends without one; or IOLOG_ERRNO.
 */
enum iolog_status iolog_reader_next(struct iolog_reader *r,
    struct iolog_frame *frame_out);

/*
 * iolog_reader_seek_step() goes to the first frame of step 'step', found in
 * the index, and tells behind which byte of the file there are none.  Other
 * steps' frames may lie between.  Returns 0, or -1, having gone nowhere, if the
 * log has no whole index (it was cut, or is standard input) or no such step.
 */
int iolog_reader_seek_step(struct iolog_reader *r, uint32_t step,
    uint64_t *end_bytes_out);

/*
 * iolog_reader_want() says what later frames shall have beside the latencies,
 * which cost least alone: a sum of IOLOG_WANT_.
 */
enum { IOLOG_WANT_OFFSETS = 1, IOLOG_WANT_CALLS = 2 };
void iolog_reader_want(struct iolog_reader *r, unsigned wants);

/* iolog_reader_damage() describes the last IOLOG_DAMAGED or
 * IOLOG_TRUNCATED. */
struct iolog_damage iolog_reader_damage(const struct iolog_reader *r);

/*
 * iolog_reader_is_closed() says whether the file ends with the end frame and
 * has the length that this tells.  If not, frames may stand in it twice, and
 * only one reader alone can know: several would count them twice.
 */
bool iolog_reader_is_closed(const struct iolog_reader *r);

/* iolog_reader_totals() tells what such an end frame says of the whole log,
 * without reading it; false if the log is not closed. */
bool iolog_reader_totals(const struct iolog_reader *r,
    struct iolog_totals *totals_out);

/* iolog_reader_rewind() starts again behind the header.  0, or -1 with errno
 * (standard input cannot). */
int iolog_reader_rewind(struct iolog_reader *r);

/*
 * iolog_reader_seek() goes to byte 'offset_bytes' of the file.  What follows
 * there is searched for a frame: unless one begins at that very byte, the next
 * iolog_reader_next() returns IOLOG_DAMAGED, with what lies before it.  For
 * several readers that share a log: frames of smaller numbers than the first
 * are another's, and passed over as repeated.  0, or -1 with errno.
 */
int iolog_reader_seek(struct iolog_reader *r, uint64_t offset_bytes);

/* iolog_ticks_to_ns() converts a duration, floor(ticks x num / den). */
static inline uint64_t
iolog_ticks_to_ns(const struct iolog_header *h, uint64_t ticks)
{
	unsigned __int128 product = (unsigned __int128)ticks * h->tick_num;

	if (h->tick_num == h->tick_den)
		return ticks;
	/* What our own recorders choose; dividing 128 bits takes long. */
	if ((h->tick_den & (h->tick_den - 1)) == 0)
		return (uint64_t)(product >> __builtin_ctzll(h->tick_den));
	return (uint64_t)(product / h->tick_den);
}

#endif
