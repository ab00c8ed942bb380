/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/report.h"
#include "collect/halt.h"
#include "collect/ticks.h"
#include "collect/worker.h"
#include "iolog/generator.h"

/* How long one wait for completions is, so that a halt is seen. */
#define REAP_TIMEOUT_NS 200000000u

/*
 * An I/O that has not come back after this long will not: the kernel's own
 * timeouts, with their retries, are 30 s for NVMe and SCSI disks, and some
 * drives take most of a minute over one bad sector.
 */
#define LOST_NS 120000000000u

/* A pause when there is nothing to wait for. */
#define PAUSE_NS 50000

/* What came back since others were told last: they are told once for all that
 * one reap returns. */
struct haul {
	uint64_t count, bytes, latency_ticks;
	uint64_t bucket_ticks;		/* a latency, and its bucket: often
					   that of the next one */
	unsigned bucket;
};

/* A worker in a step. */
struct pass {
	struct worker *w;
	const struct load *load;
	uint64_t stream_key;
	uint64_t nblocks;		/* random: of the region */
	uint64_t begin_bytes, end_bytes;	/* sequential: own share */
	uint64_t left;			/* still to be moved, by amount: bytes,
					   or I/Os if the load has those */
	uint64_t ramp_ticks;		/* end of the ramp */
	uint64_t deadline_ticks;
	uint64_t heard_ticks;		/* last sign of life from the kernel */
	uint64_t due_ticks;		/* a rate: when the next I/O begins */
	double due_ns;			/* the same, since the step began */
	uint64_t begin_ticks;
	uint64_t stamp_ticks;		/* the last stamp */
	uint64_t stall_ticks;		/* when the log ran out of room; or 0 */
	unsigned outstanding;
	bool closed;			/* nothing more is submitted */
	struct haul haul;
};

static size_t
up_to(size_t value, size_t unit)
{
	return (value + unit - 1) / unit * unit;
}

struct worker *
worker_open(uint32_t stream, const struct engine_kind *kind, int fd,
    const char *target_path, unsigned depth, size_t buffer_bytes,
    size_t nrecords, uint64_t seed)
{
	struct worker *w = aligned_alloc(64, up_to(sizeof(*w), 64));

	if (w == NULL) {
		warn_errno("stream %" PRIu32, stream);
		return NULL;
	}
	memset(w, 0, sizeof(*w));
	w->stream = stream;
	w->kind = kind;
	w->target_path = target_path;
	w->depth = depth;
	w->slots = calloc(depth, sizeof(*w->slots));
	w->free_slots = calloc(depth, sizeof(*w->free_slots));
	w->done = calloc(depth, sizeof(*w->done));
	w->pass = calloc(1, sizeof(*w->pass));
	w->records = calloc(nrecords + 1, sizeof(*w->records));
	w->nrecords = nrecords;
	if (w->slots == NULL || w->free_slots == NULL || w->done == NULL ||
	    w->pass == NULL || w->records == NULL) {
		warn_errno("stream %" PRIu32, stream);
		goto fail_free;
	}
	memset(w->done, 0, depth * sizeof(*w->done));
	if (pages_open(&w->pages, buffer_bytes) == -1) {
		warn_errno("buffers of stream %" PRIu32 ", %zu bytes", stream,
		    buffer_bytes);
		goto fail_free;
	}
	data_seed(&w->data, generator_mix(seed + stream));
	data_fill(&w->data, w->pages.at, w->pages.bytes, 0);
	w->engine = kind->open(fd, depth, w->pages.at, w->pages.bytes);
	if (w->engine == NULL)
		goto fail_unmap;
	return w;

fail_unmap:
	pages_close(&w->pages);
fail_free:
	free(w->records);
	free(w->pass);
	free(w->done);
	free(w->free_slots);
	free(w->slots);
	free(w);
	return NULL;
}

void
worker_close(struct worker *w)
{
	if (w == NULL || w->result.lost > 0)
		return;
	w->kind->close(w->engine);
	pages_close(&w->pages);
	free(w->records);
	free(w->pass);
	free(w->done);
	free(w->free_slots);
	free(w->slots);
	free(w);
}

void
worker_begin_log(struct worker *w, struct iolog_ring *ring)
{
	w->ring = ring;
	w->next_submit = 0;
}

static void
pause_briefly(void)
{
	struct timespec t = {.tv_sec = 0, .tv_nsec = PAUSE_NS};

	nanosleep(&t, NULL);
}

/* Notes that the clock says less than before, and stops the run if the plan
 * does not say otherwise. */
static void
note_backwards(struct pass *p, uint64_t now)
{
	struct worker_result *r = &p->w->result;
	uint64_t back = p->stamp_ticks - now;

	if (r->nbackwards++ == 0 || back > r->back_from_ticks -
	    r->back_to_ticks) {
		r->back_from_ticks = p->stamp_ticks;
		r->back_to_ticks = now;
	}
	if (!p->load->go_on && halt_request(HALT_CLOCK))
		warn_msg("the clock went back by %" PRIu64 " ns (step %" PRIu32
		    ", stream %" PRIu32 "); the run stops",
		    ticks_to_ns(back), p->load->step, p->w->stream);
}

/* The time now.  A clock that goes backwards stands still meanwhile, so that no
 * latency is below 0. */
static inline uint64_t
stamp(struct pass *p)
{
	uint64_t now = ticks_now();

	if (__builtin_expect(now < p->stamp_ticks, 0)) {
		note_backwards(p, now);
		return p->stamp_ticks;
	}
	p->stamp_ticks = now;
	return now;
}

/* How far apart the I/Os of one stream of a rate are, on average. */
static double
apart_ns(const struct load *load)
{
	return 1e9 * load->threads / (double)load->rate_per_s;
}

/* Works out when I/O number 'submit' begins, the next one of a rate.  Times are
 * sums or multiples of exact distances, so that no delay moves later ones. */
static void
set_due(struct pass *p, uint64_t submit)
{
	double apart = apart_ns(p->load);

	if (p->load->poisson) {
		/* 53 bits, in (0, 1]. */
		double u = (double)((generator_draw(p->stream_key, submit,
		    GENERATOR_DRAW_ARRIVAL) >> 11) + 1) * 0x1p-53;

		p->due_ns -= log(u) * apart;
	} else if (p->due_ns < 0) {
		/* Streams begin one after another, not all at once. */
		p->due_ns = apart * p->w->stream / p->load->threads;
	} else {
		p->due_ns += apart;
	}
	p->due_ticks = p->begin_ticks + ticks_of_ns((uint64_t)p->due_ns);
}

/* Where a sequential stream goes on: where it stopped, on a block of this step,
 * if that is in its share; else at the beginning. */
static uint64_t
resume_position(const struct pass *p)
{
	uint64_t block = p->load->block_bytes;
	uint64_t at = p->w->position_bytes;

	if (p->load->fill || at < p->begin_bytes || at >= p->end_bytes)
		return p->begin_bytes;
	at = p->begin_bytes + (at - p->begin_bytes + block - 1) / block * block;
	return at < p->end_bytes ? at : p->begin_bytes;
}

static void
begin_pass(struct pass *p, struct worker *w, const struct load *load,
    uint64_t begin_ticks)
{
	memset(p, 0, sizeof(*p));
	memset(&w->result, 0, sizeof(w->result));
	p->w = w;
	p->load = load;
	p->stream_key = generator_stream_key(load->key, w->stream, load->step);
	p->nblocks = load->region_bytes / load->block_bytes;
	schedule_share(load, w->stream, &p->begin_bytes, &p->end_bytes);
	atomic_store(&w->cut, false);
	p->left = schedule_amount_share(load, w->stream);
	p->ramp_ticks = begin_ticks + ticks_of_ns(load->ramp_ns);
	p->deadline_ticks = load->fill ? UINT64_MAX :
	    p->ramp_ticks + ticks_of_ns(load->duration_ns);
	p->heard_ticks = begin_ticks;
	p->begin_ticks = begin_ticks;
	if (load->rate_per_s > 0) {
		p->due_ns = load->poisson ? 0 : -1;
		set_due(p, w->next_submit);
	}
	/* As many slots as the step is deep: their buffers lie side by side. */
	w->nfree = 0;
	while (w->nfree < load->depth) {
		w->free_slots[w->nfree] = load->depth - 1 - w->nfree;
		w->nfree++;
	}
	if (!load->random && !load->shared)
		w->position_bytes = resume_position(p);
}

/* Which of the parts with these shares a draw falls to. */
static unsigned
choose_part(const struct mixture *m, uint64_t draw)
{
	uint64_t percent = generator_below(draw, 100);
	unsigned part = 0;

	while (part + 1 < m->nparts && percent >= m->part[part].percent)
		percent -= m->part[part++].percent;
	return part;
}

/* The size of I/O number 'submit'. */
static uint64_t
choose_size(const struct pass *p, uint64_t submit)
{
	const struct mixture *sizes = p->load->sizes;

	if (sizes == NULL)
		return p->load->block_bytes;
	return (uint64_t)sizes->part[choose_part(sizes, generator_draw(
	    p->stream_key, submit, GENERATOR_DRAW_PART))].value;
}

/* Where the next I/O of 'bytes' of the sequence that all streams share goes.
 * What is left before the end, if it is too little, is passed over. */
static uint64_t
step_on_together(struct pass *p, uint64_t bytes)
{
	uint64_t span = p->nblocks * p->load->block_bytes;
	uint64_t at = atomic_fetch_add_explicit(p->w->shared_bytes, bytes,
	    memory_order_relaxed) % span;

	return at + bytes <= span ? at : 0;
}

/* Bytes of the next I/O of a sequential stream, of 'bytes' unless its share or
 * its fill ends before; moves its position on. */
static uint32_t
step_on(struct pass *p, uint64_t bytes, uint64_t *offset_out)
{
	uint64_t at = p->w->position_bytes;

	if (p->load->shared) {
		*offset_out = step_on_together(p, bytes);
		return (uint32_t)bytes;
	}
	if (at >= p->end_bytes || (!p->load->fill &&
	    bytes > p->end_bytes - at))
		at = p->begin_bytes;
	if (bytes > p->end_bytes - at)
		bytes = p->end_bytes - at;
	if (p->load->fill && bytes > p->left)
		bytes = p->left;
	p->w->position_bytes = at + bytes;
	*offset_out = at;
	return (uint32_t)bytes;
}

static enum iolog_op
choose_op(const struct pass *p, uint64_t submit)
{
	unsigned percent = p->load->read_percent;

	if (percent == 100)
		return IOLOG_READ;
	if (percent == 0)
		return IOLOG_WRITE;
	return generator_is_read(generator_draw(p->stream_key, submit,
	    GENERATOR_DRAW_OP), percent) ? IOLOG_READ : IOLOG_WRITE;
}

/* The same in one of the zones. */
static uint64_t
zone_offset(const struct pass *p, uint64_t submit, uint64_t bytes)
{
	const struct load *load = p->load;
	uint64_t percent = generator_zone_percent(p->stream_key, submit);
	const struct load_zone *z = load->zones;

	while (z + 1 < load->zones + load->nzones && percent >= z->percent)
		percent -= z++->percent;
	return z->begin_bytes + generator_below(generator_draw(p->stream_key,
	    submit, GENERATOR_DRAW_OFFSET), (z->end_bytes - z->begin_bytes) /
	    bytes) * bytes;
}

/* Where I/O number 'submit', of 'bytes', of a random stream goes. */
static uint64_t
random_offset(const struct pass *p, uint64_t submit, uint64_t bytes)
{
	const struct load *load = p->load;

	if (load->nzones > 0)
		return zone_offset(p, submit, bytes);

	uint64_t nblocks = load->sizes == NULL ? p->nblocks :
	    load->region_bytes / bytes;

	return generator_below(generator_draw(p->stream_key, submit,
	    GENERATOR_DRAW_OFFSET), nblocks) * bytes;
}

/* Prepares one more I/O behind those that are pending. */
static void
prepare(struct pass *p)
{
	struct worker *w = p->w;
	const struct load *load = p->load;
	uint64_t submit = w->next_submit + w->npending;
	struct engine_io *io = &w->pending[w->npending++];

	io->slot = w->free_slots[--w->nfree];
	io->buffer = (uint8_t *)w->pages.at + (size_t)io->slot * load->block_bytes;
	io->op = choose_op(p, submit);
	uint64_t bytes = choose_size(p, submit);

	if (load->random) {
		io->bytes = (uint32_t)bytes;
		io->offset_bytes = random_offset(p, submit, bytes);
	} else {
		io->bytes = step_on(p, bytes, &io->offset_bytes);
	}
	uint64_t moved = load->amount_ios > 0 ? 1 : io->bytes;

	if (p->left != UINT64_MAX)
		p->left -= moved < p->left ? moved : p->left;
	if (load->rate_per_s > 0) {
		w->due_ticks[w->npending - 1] = p->due_ticks;
		set_due(p, submit + 1);
	}
	io->zero_percent = (uint8_t)load->zero_percent;
	if (io->op == IOLOG_WRITE && !w->kind->simulated)
		data_fill(&w->data, io->buffer, io->bytes,
		    load->zero_percent);
}

/* Nothing more is submitted; what was prepared was never asked of the drive. */
static void
close_pass(struct pass *p, uint64_t now)
{
	struct worker *w = p->w;

	p->closed = true;
	w->result.closed_ticks = now;
	if (p->load->rate_per_s > 0) {
		uint64_t due = w->npending > 0 ? w->due_ticks[0] :
		    p->due_ticks;

		uint64_t end = now < p->deadline_ticks ? now :
		    p->deadline_ticks;

		if (end > due && (double)ticks_to_ns(end - due) >
		    apart_ns(p->load))
			w->result.backlog_ticks = due;
	}
	if (w->npending > 0 && !p->load->random && !p->load->shared)
		w->position_bytes = w->pending[0].offset_bytes;
	while (w->npending > 0)
		w->free_slots[w->nfree++] = w->pending[--w->npending].slot;
}

static void
report_failure(const struct pass *p, const struct worker_slot *slot,
    int32_t result)
{
	char what[96];

	snprintf(what, sizeof(what), "%s of %" PRIu32 " bytes at byte %" PRIu64
	    " (step %" PRIu32 ", stream %" PRIu32 ")",
	    slot->op == IOLOG_READ ? "read" : "write", slot->bytes,
	    slot->offset_bytes, p->load->step, p->w->stream);
	if (result >= 0) {
		warn_msg("%s: %s: only %" PRId32 " bytes were transferred; "
		    "the run stops", p->w->target_path, what, result);
		return;
	}
	errno = -result;
	warn_errno("%s: the run stops: %s", p->w->target_path, what);
}

/* Adds an I/O to the record of the step in which it came back. */
static void
note_record(struct pass *p, const struct worker_slot *slot, uint64_t now,
    uint64_t latency)
{
	struct worker *w = p->w;
	uint64_t index = ticks_to_ns(now - p->load->begin_ticks) /
	    p->load->record_ns;

	if (index >= w->nrecords)
		return;
	live_add(&w->records[index].count[slot->op], 1);
	live_add(&w->records[index].bytes[slot->op], slot->bytes);
	live_add(&w->records[index].latency_ticks[slot->op], latency);
}

static inline void
add_to_haul(struct haul *h, struct live *live, uint64_t latency,
    uint32_t bytes)
{
	h->count++;
	h->bytes += bytes;
	h->latency_ticks += latency;
	if (latency != h->bucket_ticks) {
		h->bucket_ticks = latency;
		h->bucket = live_bucket(ticks_to_ns(latency));
	}
	live_add(&live->bucket[h->bucket], 1);
}

/* Tells the log's encoder and the progress line what came back. */
static void
share_haul(struct pass *p)
{
	struct haul *h = &p->haul;
	struct live *live = &p->w->live;

	iolog_ring_publish(p->w->ring);
	live_add(&live->count, h->count);
	live_add(&live->bytes, h->bytes);
	live_add(&live->latency_ns, ticks_to_ns(h->latency_ticks));
	h->count = h->bytes = h->latency_ticks = 0;
}

/* Counts, records and frees a slot whose I/O came back at 'now'; then
 * share_haul() is due. */
static inline void
complete(struct pass *p, uint32_t index, int32_t result, uint64_t now,
    uint8_t flags)
{
	struct worker *w = p->w;
	struct worker_slot *slot = &w->slots[index];
	struct worker_result *r = &w->result;
	uint64_t latency = now - slot->submit_ticks;
	uint32_t bytes = slot->bytes;
	unsigned op = slot->op;

	flags = (uint8_t)(flags | slot->flags |
	    (now > p->deadline_ticks ? IOLOG_FLAG_DRAIN : 0));
	iolog_ring_fill_complete(w->ring, p->load->step, slot->submit,
	    slot->submit_ticks, now, (enum iolog_op)op, flags,
	    slot->offset_bytes, bytes, result);
	r->completed++;
	slot->busy = false;
	if (!(flags & IOLOG_FLAG_LOST))
		w->free_slots[w->nfree++] = index;
	p->outstanding--;
	if (result < 0 || (uint32_t)result != bytes) {
		r->errors++;
		if (!p->load->go_on && halt_request(HALT_ERROR))
			report_failure(p, slot, result);
		return;
	}
	if (op == IOLOG_READ)
		r->bytes_read += bytes;
	else
		r->bytes_written += bytes;
	add_to_haul(&p->haul, &w->live, latency, bytes);
	if (flags & IOLOG_FLAG_RAMP)
		return;
	r->tally[op].count++;
	r->tally[op].bytes += bytes;
	r->tally[op].latency_ticks += latency;
	if (p->load->record_ns > 0)
		note_record(p, slot, now, latency);
}

/* Takes note of the first 'count' pending I/Os, handed over between the two
 * stamps. */
static void
submitted(struct pass *p, unsigned count, uint64_t before, uint64_t after)
{
	struct worker *w = p->w;
	struct worker_result *r = &w->result;
	bool open = p->load->rate_per_s > 0;
	uint8_t flags = 0;

	if (!open)
		iolog_ring_submit(w->ring, p->load->step, w->next_submit,
		    count, before, after);
	for (unsigned i = 0; i < count; i++) {
		const struct engine_io *io = &w->pending[i];
		uint64_t begin = open ? w->due_ticks[i] : before;

		/* With a rate each I/O has a beginning of its own. */
		if (open)
			iolog_ring_submit(w->ring, p->load->step,
			    w->next_submit + i, 1, begin, after);
		flags = begin < p->ramp_ticks ? IOLOG_FLAG_RAMP : 0;
		w->slots[io->slot] = (struct worker_slot){
			.submit = w->next_submit + i,
			.submit_ticks = begin,
			.offset_bytes = io->offset_bytes,
			.bytes = io->bytes,
			.op = (uint8_t)io->op,
			.flags = flags,
			.busy = true,
		};
	}
	if (r->first_ticks == 0)
		r->first_ticks = before;
	if (r->measured_ticks == 0 && flags == 0)
		r->measured_ticks = before;
	r->issued += count;
	w->next_submit += count;
	w->npending -= count;
	p->outstanding += count;
	if (w->npending == 0)
		return;
	memmove(w->pending, w->pending + count,
	    w->npending * sizeof(*w->pending));
	memmove(w->due_ticks, w->due_ticks + count,
	    w->npending * sizeof(*w->due_ticks));
}

/* Hands over what is pending.  Returns whether there may be more at once. */
static bool
submit(struct pass *p)
{
	struct worker *w = p->w;
	uint64_t before = stamp(p);

	if (before >= p->deadline_ticks) {
		close_pass(p, before);
		return false;
	}
	if (p->outstanding == 0)
		p->heard_ticks = before;
	iolog_ring_expect(w->ring, p->outstanding, 1 + w->npending);
	int taken = w->kind->submit(w->engine, w->pending, w->npending);
	uint64_t after = stamp(p);

	if (taken > 0) {
		submitted(p, (unsigned)taken, before, after);
		return true;
	}
	if (taken == -1) {
		/* Refused: an I/O that failed in no time. */
		int error = errno;
		uint32_t slot = w->pending[0].slot;

		submitted(p, 1, before, after);
		complete(p, slot, -error, after, 0);
		share_haul(p);
		w->result.last_ticks = after;
		return halt_reason() == HALT_NO;
	}
	if (p->outstanding == 0)
		pause_briefly();
	return false;
}

/* Whether the log can take one more batch; notes when it cannot. */
static bool
log_has_room(struct pass *p)
{
	struct worker *w = p->w;
	struct worker_result *r = &w->result;

	if (iolog_ring_has_room(w->ring, 2 * SCHEDULE_BATCH + p->outstanding)) {
		if (p->stall_ticks == 0)
			return true;
		r->stall_end_ticks = stamp(p);
		iolog_ring_stalled(w->ring, p->load->step, p->stall_ticks,
		    r->stall_end_ticks);
		p->stall_ticks = 0;
		return true;
	}
	if (p->stall_ticks == 0) {
		p->stall_ticks = stamp(p);
		if (r->nstalls++ == 0)
			r->stall_begin_ticks = p->stall_ticks;
	}
	return false;
}

/* Whether the next I/O may begin: always, but with a rate when it is due. */
static bool
is_due(const struct pass *p, uint64_t now)
{
	return p->load->rate_per_s == 0 || p->due_ticks <= now;
}

/* Prepares what the next submit call takes. */
static void
prepare_batch(struct pass *p)
{
	const struct load *load = p->load;
	uint64_t now = load->rate_per_s > 0 ? stamp(p) : 0;

	while (p->w->npending < load->batch &&
	    p->outstanding + p->w->npending < load->depth &&
	    p->left > 0 && is_due(p, now))
		prepare(p);
}

/* Brings the stream to its depth, a batch at a time. */
static void
top_up(struct pass *p)
{
	struct worker *w = p->w;
	const struct load *load = p->load;

	while (p->outstanding < load->depth) {
		if (halt_reason() != HALT_NO || atomic_load_explicit(&w->cut,
		    memory_order_relaxed)) {
			close_pass(p, stamp(p));
			return;
		}
		if (!log_has_room(p)) {
			if (p->outstanding == 0)
				pause_briefly();
			return;
		}
		prepare_batch(p);
		if (w->npending == 0) {
			uint64_t now = stamp(p);

			if (p->left == 0 || now >= p->deadline_ticks)
				close_pass(p, now);
			return;
		}
		if (!submit(p))
			return;
	}
}

/* Gives up the I/Os that never came back. */
static void
lose(struct pass *p, uint64_t now)
{
	struct worker *w = p->w;

	if (halt_request(HALT_LOST))
		warn_msg("%s: %u I/Os did not come back in %u s (step %" PRIu32
		    ", stream %" PRIu32 "); the run stops", w->target_path,
		    p->outstanding, (unsigned)(LOST_NS / 1000000000u),
		    p->load->step, w->stream);
	w->result.lost += p->outstanding;
	for (uint32_t i = 0; i < w->depth; i++)
		if (w->slots[i].busy)
			complete(p, i, -ETIMEDOUT, now, IOLOG_FLAG_LOST);
	share_haul(p);
}

/* How long there is nothing to do but to wait for completions. */
static uint64_t
spare_ns(const struct pass *p)
{
	if (p->load->rate_per_s == 0 || p->closed ||
	    p->outstanding >= p->load->depth)
		return REAP_TIMEOUT_NS;

	uint64_t now = ticks_now();
	uint64_t next = p->due_ticks < p->deadline_ticks ? p->due_ticks :
	    p->deadline_ticks;

	if (next <= now)
		return 0;
	uint64_t ns = ticks_to_ns(next - now);
	return ns < REAP_TIMEOUT_NS ? ns : REAP_TIMEOUT_NS;
}

static void
rest(uint64_t ns)
{
	struct timespec t = {.tv_sec = 0, .tv_nsec = (long)ns};

	if (ns > 0)
		nanosleep(&t, NULL);
}

static void
reap(struct pass *p)
{
	struct worker *w = p->w;
	int got = w->kind->reap(w->engine, w->done, p->outstanding,
	    spare_ns(p));
	uint64_t now = stamp(p);

	if (got == -1) {
		if (halt_request(HALT_THREAD))
			warn_errno("%s: waiting for I/Os (stream %" PRIu32 ")",
			    w->target_path, w->stream);
		pause_briefly();
	}
	if (got <= 0) {
		if (ticks_to_ns(now - p->heard_ticks) > LOST_NS)
			lose(p, now);
		return;
	}
	p->heard_ticks = now;
	w->result.last_ticks = now;
	for (int i = 0; i < got; i++) {
		if (ticks_policy.each)
			w->result.last_ticks = now = stamp(p);
		complete(p, w->done[i].slot, w->done[i].result, now, 0);
	}
	share_haul(p);
}

void
worker_run(struct worker *w, const struct load *load, uint64_t begin_ticks)
{
	struct pass *p = w->pass;

	begin_pass(p, w, load, begin_ticks);
	while (!p->closed || p->outstanding > 0) {
		if (!p->closed)
			top_up(p);
		if (p->outstanding > 0)
			reap(p);
		else if (load->rate_per_s > 0 && !p->closed)
			rest(spare_ns(p));
	}
	if (p->stall_ticks != 0) {
		w->result.stall_end_ticks = stamp(p);
		iolog_ring_stalled(w->ring, load->step, p->stall_ticks,
		    w->result.stall_end_ticks);
	}
}

void
worker_start(struct worker *w, const struct load *load, uint64_t begin_ticks)
{
	begin_pass(w->pass, w, load, begin_ticks);
	top_up(w->pass);
}

void
worker_go_on(struct worker *w)
{
	struct pass *p = w->pass;

	reap(p);
	if (!p->closed)
		top_up(p);
	if (p->load->random && w->kind->expect != NULL)
		w->kind->expect(w->engine, random_offset(p, w->next_submit,
		    choose_size(p, w->next_submit)));
}

uint64_t
worker_due_ticks(const struct worker *w)
{
	const struct pass *p = w->pass;

	if (p->load->rate_per_s == 0 || p->closed ||
	    p->outstanding >= p->load->depth)
		return UINT64_MAX;
	return p->due_ticks < p->deadline_ticks ? p->due_ticks :
	    p->deadline_ticks;
}

void
worker_wake(struct worker *w)
{
	top_up(w->pass);
}
