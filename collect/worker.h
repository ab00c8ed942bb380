/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_WORKER_H
#define PLATEAU_COLLECT_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/data.h"
#include "collect/engine.h"
#include "collect/live.h"
#include "collect/pages.h"
#include "collect/schedule.h"
#include "iolog/ring.h"

/* I/Os of one direction that count: behind the ramp, without an error. */
struct worker_tally {
	uint64_t count, bytes, latency_ticks;
};

/* What one stream did in one step.  Ticks are 0 where nothing happened. */
struct worker_result {
	uint64_t issued, completed, errors, lost;
	uint64_t bytes_read, bytes_written;	/* that came back well */
	uint64_t first_ticks;		/* first submit */
	uint64_t measured_ticks;	/* first submit behind the ramp */
	uint64_t closed_ticks;		/* no more was submitted from here */
	uint64_t last_ticks;		/* last completion */
	uint64_t cpu_user_us, cpu_sys_us;	/* of its thread, if it has
						   one: who runs it knows */
	struct worker_tally tally[2];	/* by enum iolog_op */
	uint64_t stall_begin_ticks;	/* the first time the log had no room */
	uint64_t stall_end_ticks;	/* the last time */
	uint64_t nstalls;
	uint64_t nbackwards;		/* stamps that were earlier than the
					   one before; the farthest: */
	uint64_t back_from_ticks, back_to_ticks;
	uint64_t backlog_ticks;		/* a rate: when the first I/O was due
					   that was not submitted in time, by
					   more than I/Os are apart */
};

/* What came back in one record of a step, by enum iolog_op.  The thread that
 * controls the run clears it before the step and reads it when its time is
 * over. */
struct worker_record {
	_Atomic uint64_t count[2], bytes[2], latency_ticks[2];
};

/* What is known of an I/O while it is outstanding. */
struct worker_slot {
	uint64_t submit, submit_ticks, offset_bytes;
	uint32_t bytes;
	uint8_t op, flags;
	bool busy;
};

struct pass;

/*
 * One stream: the loop of one I/O thread and all that it needs, allocated and
 * touched before the clock starts.  Knows nothing of threads: whoever calls
 * worker_run() is the thread.
 */
struct worker {
	uint32_t stream;
	const char *target_path;	/* for messages */
	const struct engine_kind *kind;
	struct engine *engine;
	struct iolog_ring *ring;	/* of the log of this stage */
	uint64_t next_submit;		/* number of the next I/O in that log */
	uint64_t position_bytes;	/* where a sequential stream goes on */
	_Atomic uint64_t *shared_bytes;	/* where the shared sequence does */
	_Atomic bool cut;		/* the step, not the run, ends now */
	struct worker_record *records;	/* records[nrecords] of the step */
	size_t nrecords;
	unsigned depth;			/* the most, of slots and engine */
	struct worker_slot *slots;	/* slots[depth] */
	uint32_t *free_slots;		/* a stack of nfree slots */
	unsigned nfree;
	struct engine_io pending[SCHEDULE_BATCH];	/* prepared, in order */
	uint64_t due_ticks[SCHEDULE_BATCH];	/* theirs, with a rate */
	unsigned npending;
	struct engine_done *done;	/* done[depth]: of one reap call */
	struct pass *pass;		/* where it is in the step */
	struct pages pages;		/* the buffers */
	struct data_source data;
	struct live live;
	struct worker_result result;	/* of the last step */
};

/*
 * worker_open() makes stream 'stream' for up to 'depth' I/Os at a time in
 * 'buffer_bytes' of buffers on the file 'fd', with room for 'nrecords' records
 * of a step.  Returns NULL with the reason
 * printed.
 */
struct worker *worker_open(uint32_t stream, const struct engine_kind *kind,
    int fd, const char *target_path, unsigned depth, size_t buffer_bytes,
    size_t nrecords, uint64_t seed);

/* worker_close() frees it.  With I/Os lost in the kernel the buffers and the
 * engine are left to the end of the process, which the kernel may delay. */
void worker_close(struct worker *w);

/* worker_begin_log() has later I/Os recorded in 'ring', numbered from 0. */
void worker_begin_log(struct worker *w, struct iolog_ring *ring);

/*
 * worker_run() does this stream's share of the step: submits until the step's
 * time, counted from 'begin_ticks', or its bytes are over, or the run halts;
 * then waits for what is outstanding.  w->result tells what happened.
 */
void worker_run(struct worker *w, const struct load *load,
    uint64_t begin_ticks);

/*
 * The same in pieces, for the conductor of a simulation: worker_start()
 * submits the first I/Os; worker_go_on() reaps what has come back and submits
 * in its place.  With a rate, worker_wake() submits what is due at
 * worker_due_ticks() (UINT64_MAX: only a completion helps).  The step is over
 * when nothing is outstanding and nothing will be due.
 */
void worker_start(struct worker *w, const struct load *load,
    uint64_t begin_ticks);
void worker_go_on(struct worker *w);
uint64_t worker_due_ticks(const struct worker *w);
void worker_wake(struct worker *w);

#endif
