/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/report.h"
#include "collect/sim.h"
#include "collect/ticks.h"

/* Where virtual time begins: 0 means "not yet" in the books of a step. */
#define FIRST_TICKS 1000000000u

struct simulation {
	struct sim_drive *drive;
	struct sim_counters noted;	/* when it was asked last */
	_Atomic uint64_t now_ticks;	/* other threads show it */
};

struct engine {
	struct simulation *simulation;
	uint32_t stream;
	uint32_t *bytes;		/* bytes[depth], by slot */
};

struct simulation *
simulation_open(const struct sim_parameters *p, uint32_t outstanding)
{
	struct simulation *s = calloc(1, sizeof(*s));

	if (s == NULL)
		goto fail;
	s->drive = sim_drive_new(p, outstanding);
	if (s->drive == NULL)
		goto fail;
	atomic_init(&s->now_ticks, FIRST_TICKS);
	assert(ticks_virtual == NULL);
	ticks_virtual = &s->now_ticks;
	return s;

fail:
	warn_msg("no memory for the simulated drive");
	free(s);
	return NULL;
}

void
simulation_close(struct simulation *s)
{
	if (s == NULL)
		return;
	ticks_virtual = NULL;
	sim_drive_free(s->drive);
	free(s);
}

void
simulation_attach(struct simulation *s, struct engine *e, uint32_t stream)
{
	e->simulation = s;
	e->stream = stream;
}

bool
simulation_advance(struct simulation *s, uint64_t until_ticks,
    uint32_t *stream_out)
{
	uint64_t next_ticks = until_ticks, tag = 0;
	bool any = sim_drive_next(s->drive, &next_ticks, &tag) &&
	    next_ticks <= until_ticks;

	atomic_store_explicit(&s->now_ticks, any ? next_ticks : until_ticks,
	    memory_order_relaxed);
	*stream_out = (uint32_t)(tag >> 32);
	return any;
}

bool
simulation_busy(const struct simulation *s)
{
	uint64_t ticks, tag;

	return sim_drive_next(s->drive, &ticks, &tag);
}

const char *
simulation_note(struct arena *a, struct simulation *s)
{
	struct sim_counters from = s->noted;

	s->noted = sim_drive_counters(s->drive);
	if (s->noted.host_pages == from.host_pages)
		return NULL;
	return arena_printf(a, "write amplification %.3f: %" PRIu64
	    " pages written, %" PRIu64 " copied, %" PRIu64 " blocks collected",
	    sim_write_amplification(&from, &s->noted),
	    s->noted.host_pages - from.host_pages,
	    s->noted.copied_pages - from.copied_pages,
	    s->noted.collected_blocks - from.collected_blocks);
}

void
simulation_purge(struct simulation *s)
{
	sim_drive_purge(s->drive);
}

static void
sim_close(struct engine *e)
{
	if (e == NULL)
		return;
	free(e->bytes);
	free(e);
}

static struct engine *
sim_open(int fd, unsigned depth, void *buffer, size_t buffer_bytes)
{
	struct engine *e = calloc(1, sizeof(*e));

	(void)fd;
	(void)buffer;
	(void)buffer_bytes;
	if (e != NULL)
		e->bytes = calloc(depth, sizeof(*e->bytes));
	if (e == NULL || e->bytes == NULL) {
		warn_errno("sim engine");
		sim_close(e);
		return NULL;
	}
	return e;
}

static void
sim_expect(struct engine *e, uint64_t offset_bytes)
{
	sim_drive_expect(e->simulation->drive, offset_bytes);
}

static int
sim_submit(struct engine *e, const struct engine_io *io, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		e->bytes[io[i].slot] = io[i].bytes;
		sim_drive_submit(e->simulation->drive,
		    io[i].op == IOLOG_READ ? SIM_READ : SIM_WRITE,
		    io[i].offset_bytes, io[i].bytes, io[i].zero_percent,
		    ticks_now(), (uint64_t)e->stream << 32 | io[i].slot);
	}
	return (int)count;
}

/* simulation_advance() has brought the clock to a completion of this stream;
 * more of its own may follow at the same time. */
static int
sim_reap(struct engine *e, struct engine_done *done, unsigned most,
    uint64_t timeout_ns)
{
	struct sim_drive *drive = e->simulation->drive;
	uint64_t now = ticks_now(), ticks, tag;
	unsigned n = 0;

	(void)timeout_ns;
	while (n < most && sim_drive_next(drive, &ticks, &tag) &&
	    ticks <= now && tag >> 32 == e->stream) {
		uint32_t slot = (uint32_t)tag;

		sim_drive_take(drive);
		done[n++] = (struct engine_done){
			.slot = slot, .result = (int32_t)e->bytes[slot],
		};
	}
	return (int)n;
}

const struct engine_kind engine_sim = {
	.name = "sim",
	.simulated = true,
	.open = sim_open,
	.close = sim_close,
	.expect = sim_expect,
	.submit = sim_submit,
	.reap = sim_reap,
};
