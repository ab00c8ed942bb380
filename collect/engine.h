/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_ENGINE_H
#define PLATEAU_COLLECT_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "iolog/iolog.h"

/*
 * How I/Os reach the kernel.  An engine belongs to one thread.  I/Os are told
 * apart by their slot, 0 to depth - 1; a slot is free again when its
 * completion was reaped.
 */
struct engine;

/* One I/O to be submitted. */
struct engine_io {
	void *buffer;
	uint64_t offset_bytes;
	uint32_t bytes;
	uint32_t slot;
	enum iolog_op op;
	uint8_t zero_percent;		/* of the data, if it is a write */
};

/* One that came back: bytes transferred, or -errno. */
struct engine_done {
	uint32_t slot;
	int32_t result;
};

struct engine_kind {
	const char *name;		/* as --engine has it */
	bool holds_file;		/* keeps the file open beside us */
	bool simulated;			/* no drive, no data, no real time */

	/*
	 * open() returns an engine for up to 'depth' outstanding I/Os on 'fd',
	 * whose buffers will all lie in buffer[buffer_bytes]; or NULL with the
	 * reason printed.
	 */
	struct engine *(*open)(int fd, unsigned depth, void *buffer,
	    size_t buffer_bytes);

	/* expect() says that an I/O at this offset comes soon.  May be NULL:
	 * changes nothing but the speed. */
	void (*expect)(struct engine *e, uint64_t offset_bytes);

	/* close() frees the engine; it waits for what is outstanding. */
	void (*close)(struct engine *e);

	/*
	 * submit() hands over up to 'count' (from 1) of io[], in order.
	 * Returns how many were taken, which may be less; 0 if the kernel can
	 * take none now; or -1 with errno if it refuses the first one.
	 */
	int (*submit)(struct engine *e, const struct engine_io *io,
	    unsigned count);

	/*
	 * reap() waits for at least one completion, at most about
	 * 'timeout_ns' (0: not at all), and returns up to 'most' of those that
	 * are there; 0
	 * when the time was up or a signal came; or -1 with errno.
	 */
	int (*reap)(struct engine *e, struct engine_done *done, unsigned most,
	    uint64_t timeout_ns);
};

extern const struct engine_kind engine_aio;
extern const struct engine_kind engine_uring;
extern const struct engine_kind engine_sim;

/* engine_find() returns the kind called 'name', or NULL.  engine_names() lists
 * them all, for messages. */
const struct engine_kind *engine_find(const char *name);
const char *engine_names(void);

#endif
