/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "sim/drive.h"
#include "sim/ftl.h"
#include "sim/heap.h"

/* The limits keep every product below in 64 bits and every slot in 32. */
#define MOST_NS UINT64_C(1000000000000)
#define MOST_SLOTS (UINT64_C(1) << 31)
#define MOST_UNIT_PAGES 1024

enum { LINK_IN, LINK_OUT };

struct sim_drive {
	struct sim_parameters parameters;
	struct flash flash;
	struct ftl ftl;
	struct heap completions;
	struct heap queue;		/* when the drive's slots are free */
	uint64_t link_free_ns[2];
	uint64_t link_byte_ps;
	unsigned page_shift;
	uint64_t blocked_ns;		/* no command is taken before */
	uint64_t busy_ns;		/* last completion there is */
	uint64_t last_submit_ns;
	uint64_t swing_next_ns;
	uint64_t commands;
	uint64_t nreads, nwrites;
};

static uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Finaliser of SplitMix64, as in iolog/generator.h, on a counter. */
static uint64_t
draw(uint64_t seed, uint64_t counter)
{
	uint64_t z = seed + counter * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

uint64_t
sim_block_bytes(const struct sim_parameters *p)
{
	return (uint64_t)p->channels * p->dies * p->planes *
	    p->flash_page_bytes * p->block_pages;
}

static const char *
check_flash(const struct sim_parameters *p)
{
	uint64_t unit_bytes, block_pages;

	if (p->channels < 1 || p->channels > 64 || p->dies < 1 ||
	    p->dies > 64 || p->planes < 1 || p->planes > 16)
		return "channels and dies must be 1 to 64, planes 1 to 16";
	if (p->page_bytes < 512 || p->page_bytes > 65536 ||
	    (p->page_bytes & (p->page_bytes - 1)) != 0)
		return "the page must be a power of two from 512 to 65536";
	if (p->flash_page_bytes < p->page_bytes ||
	    p->flash_page_bytes > 1u << 20 ||
	    p->flash_page_bytes % p->page_bytes != 0)
		return "the flash page must be a multiple of the page, up to "
		    "1 MiB";
	if (p->block_pages < 1 || p->block_pages > 65536)
		return "a block must have 1 to 65536 flash pages";
	unit_bytes = (uint64_t)p->planes * p->flash_page_bytes;
	if (unit_bytes / p->page_bytes > MOST_UNIT_PAGES)
		return "planes x flash page must be at most 1024 pages";
	block_pages = sim_block_bytes(p) / p->page_bytes;
	if (block_pages % 64 != 0 || block_pages > 1u << 24)
		return "a block of all planes of all dies must be a multiple "
		    "of 64 pages, up to 2^24";
	if (p->flash_bytes / p->page_bytes >= MOST_SLOTS ||
	    (p->compression_percent > 0 &&
	    p->flash_bytes / p->page_bytes >= MOST_SLOTS / 2))
		return "the flash has too many pages";
	return NULL;
}

static const char *
check_collection(const struct sim_parameters *p)
{
	uint64_t block_bytes = sim_block_bytes(p);
	uint64_t nblocks = p->flash_bytes / block_bytes;
	uint64_t used = (p->capacity_bytes + block_bytes - 1) / block_bytes;

	if (p->reserve_blocks < 2 || p->reserve_blocks > 1u << 20)
		return "the reserve must be at least 2 blocks";
	/* One block is open, one is being collected. */
	if (nblocks < used + p->reserve_blocks + 2)
		return "over-provisioning must leave the reserve and 2 blocks";
	if (p->idle_copy_ns > 0 && nblocks < used + 2 +
	    (uint64_t)p->idle_free_blocks)
		return "idle collection cannot free that many blocks";
	return NULL;
}

static const char *
check_times(const struct sim_parameters *p)
{
	const uint64_t times[] = {
		p->read_ns, p->program_ns, p->erase_ns, p->suspend_ns,
		p->stall_ns, p->idle_after_ns, p->idle_copy_ns, p->command_ns,
		p->read_overhead_ns, p->write_overhead_ns
	};

	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		if (times[i] > MOST_NS)
			return "a time must be at most 1000 s";
	if (p->channel_mb_s < 1 || p->channel_mb_s > 1000000 ||
	    p->link_mb_s < 1 || p->link_mb_s > 1000000)
		return "rates must be 1 to 1000000 MB/s";
	if (p->jitter_permille > 300)
		return "the jitter must be at most 30 %";
	if (p->compression_percent > 100)
		return "compression must be at most 100 %";
	if (p->swing_percent > 1000)
		return "the swing must be at most 1000 %";
	return NULL;
}

const char *
sim_parameters_check(const struct sim_parameters *p)
{
	const char *why = check_flash(p);
	uint64_t unit_bytes = (uint64_t)p->planes * p->flash_page_bytes;

	if (why != NULL)
		return why;
	if (p->capacity_bytes < p->page_bytes ||
	    p->capacity_bytes % p->page_bytes != 0)
		return "the capacity must be whole pages";
	if (p->capacity_bytes > p->flash_bytes)
		return "the capacity must be less than the flash";
	if (p->cache_bytes < 4 * unit_bytes || p->cache_bytes > 1u << 30)
		return "the cache must hold 4 programs, and be at most 1 GiB";
	if (p->queue_depth > 65536)
		return "the queue depth must be at most 65536";
	why = check_times(p);
	return why != NULL ? why : check_collection(p);
}

static uint64_t
transfer_ns(uint64_t bytes, uint64_t mb_s)
{
	return (bytes * 1000 + mb_s - 1) / mb_s;
}

static int
init_flash(struct flash *f, const struct sim_parameters *p)
{
	uint64_t unit_bytes = (uint64_t)p->planes * p->flash_page_bytes;

	*f = (struct flash){
		.nchannels = p->channels,
		.ndies = p->channels * p->dies,
		.read_ns = p->read_ns,
		.program_ns = p->program_ns,
		.erase_ns = p->erase_ns,
		.page_transfer_ns = transfer_ns(p->page_bytes, p->channel_mb_s),
		.unit_transfer_ns = transfer_ns(unit_bytes, p->channel_mb_s),
		.suspends = p->suspends,
		.suspend_ns = p->suspend_ns,
		.slow_q16 = 65536,
	};
	f->dies = calloc(f->ndies, sizeof(*f->dies));
	f->channels = calloc(f->nchannels, sizeof(*f->channels));
	return f->dies != NULL && f->channels != NULL ? 0 : -1;
}

static int
init_heap(struct heap *h, uint32_t size)
{
	*h = (struct heap){ .size = size };
	if (size == 0)
		return 0;
	h->events = calloc(size, sizeof(*h->events));
	return h->events != NULL ? 0 : -1;
}

struct sim_drive *
sim_drive_new(const struct sim_parameters *p, uint32_t outstanding)
{
	struct sim_drive *d = calloc(1, sizeof(*d));
	struct ftl_shape shape = {
		.npages = (uint32_t)(p->capacity_bytes / p->page_bytes),
		.nblocks = (uint32_t)(p->flash_bytes / sim_block_bytes(p)),
		.block_pages = (uint32_t)(sim_block_bytes(p) / p->page_bytes),
		.unit_pages = p->planes * (p->flash_page_bytes / p->page_bytes),
		.cache_pages = (uint32_t)(p->cache_bytes / p->page_bytes),
		.reserve = p->reserve_blocks,
		.fifo = p->fifo,
		.at_once = p->stall_ns > 0,
		.compresses = p->compression_percent > 0,
	};

	assert(sim_parameters_check(p) == NULL && outstanding > 0);
	if (d == NULL)
		return NULL;
	d->parameters = *p;
	d->page_shift = (unsigned)__builtin_ctz(p->page_bytes);
	d->link_byte_ps = (1000000 + p->link_mb_s - 1) / p->link_mb_s;
	if (init_flash(&d->flash, p) != 0 ||
	    init_heap(&d->completions, outstanding) != 0 ||
	    /* A queue that the host cannot fill never makes it wait. */
	    init_heap(&d->queue, p->queue_depth < outstanding ?
	    p->queue_depth : 0) != 0 ||
	    ftl_init(&d->ftl, &shape, &d->flash) != 0) {
		d->ftl = (struct ftl){ .flash = NULL };
		sim_drive_free(d);
		return NULL;
	}
	return d;
}

void
sim_drive_free(struct sim_drive *d)
{
	if (d == NULL)
		return;
	ftl_destroy(&d->ftl);
	free(d->queue.events);
	free(d->completions.events);
	free(d->flash.dies);
	free(d->flash.channels);
	free(d);
}

/*
 * Spreads a duration: the sum of four uniform numbers, nearly normal, has the
 * standard deviation 37837 in these units.  At 30 % the least is -3.46 sd,
 * which stays above zero.
 */
static uint64_t
jitter(const struct sim_drive *d, uint64_t duration_ns, uint64_t random)
{
	int64_t sum = (int64_t)((random & 0xffff) + (random >> 16 & 0xffff) +
	    (random >> 32 & 0xffff) + (random >> 48)) - 2 * 65535;
	int64_t spread = sum * (int64_t)d->parameters.jitter_permille * 65536 /
	    (37837 * 1000);

	if (spread < -65536)
		spread = -65536;
	return duration_ns * (uint64_t)(65536 + spread) >> 16;
}

/* The drive's queue: a command waits until one of its slots is free. */
static uint64_t
dispatch_ns(struct sim_drive *d, uint64_t time_ns)
{
	uint64_t begin_ns = later(time_ns, d->blocked_ns);

	if (d->queue.size > 0 && d->queue.n == d->queue.size)
		begin_ns = later(begin_ns, heap_pop(&d->queue).time_ns);
	return later(begin_ns, d->blocked_ns);
}

static uint64_t
take_link(struct sim_drive *d, int way, uint64_t bytes, uint64_t now_ns)
{
	uint64_t *link = &d->link_free_ns[d->parameters.full_duplex ? way : 0];

	*link = later(*link, now_ns) + d->parameters.command_ns +
	    bytes * d->link_byte_ps / 1000;
	return *link;
}

/* A write of a part of a page has the rest of it read first. */
static void
read_rest(struct sim_drive *d, uint32_t page, uint64_t now_ns)
{
	uint32_t group = ftl_locate(&d->ftl, page, now_ns);

	if (group != FTL_NONE)
		flash_copy(&d->flash, ftl_die(&d->ftl, group),
		    d->flash.page_transfer_ns, now_ns);
}

/* What a page needs when the controller has compressed it: not below half,
 * which is the room that the mapping keeps. */
static uint32_t
stored_quanta(const struct sim_drive *d, unsigned saved_percent)
{
	uint32_t saved = FTL_QUANTA * saved_percent *
	    d->parameters.compression_percent / 10000;

	return FTL_QUANTA - (saved < FTL_QUANTA / 2 ? saved : FTL_QUANTA / 2);
}

static uint64_t
write_pages(struct sim_drive *d, uint64_t offset, uint64_t bytes,
    unsigned saved_percent, uint64_t now_ns, uint64_t random)
{
	uint64_t page_bytes = d->parameters.page_bytes;
	uint64_t end = offset + bytes;
	uint64_t time_ns = take_link(d, LINK_IN, bytes, now_ns);
	uint32_t quanta = stored_quanta(d, saved_percent);

	for (uint64_t at = offset & ~(page_bytes - 1); at < end;
	    at += page_bytes) {
		uint32_t page = (uint32_t)(at >> d->page_shift);
		uint64_t stalls = d->ftl.collected_at_once;

		time_ns = later(time_ns, ftl_admit_ns(&d->ftl));
		if (at < offset || at + page_bytes > end)
			read_rest(d, page, time_ns);
		ftl_write(&d->ftl, page, quanta, time_ns);
		if (d->ftl.collected_at_once != stalls) {
			time_ns += d->parameters.stall_ns;
			d->blocked_ns = time_ns;
		}
	}
	return time_ns + jitter(d, d->parameters.write_overhead_ns, random);
}

static uint64_t
read_pages(struct sim_drive *d, uint64_t offset, uint64_t bytes,
    uint64_t now_ns, uint64_t random)
{
	uint64_t begin_ns = now_ns +
	    jitter(d, d->parameters.read_overhead_ns, random);
	uint64_t sense_ns = jitter(d, d->parameters.read_ns, draw(random, 1));
	uint64_t ready_ns = begin_ns;
	uint64_t page = offset >> d->page_shift;
	uint64_t end = ((offset + bytes - 1) >> d->page_shift) + 1;
	uint64_t link_ns = take_link(d, LINK_OUT, bytes, now_ns);

	while (page < end) {
		uint32_t group = ftl_locate(&d->ftl, (uint32_t)page, begin_ns);
		uint32_t n = 1;

		for (page++; page < end && group != FTL_NONE && ftl_locate(
		    &d->ftl, (uint32_t)page, begin_ns) == group; page++)
			n++;
		if (group != FTL_NONE)
			ready_ns = later(ready_ns, flash_read(&d->flash,
			    ftl_die(&d->ftl, group), n, sense_ns, begin_ns));
	}
	return later(ready_ns + d->parameters.command_ns +
	    bytes * d->link_byte_ps / 1000, link_ns);
}

static void
collect_while_idle(struct sim_drive *d, uint64_t now_ns)
{
	const struct sim_parameters *p = &d->parameters;
	uint64_t from_ns = d->busy_ns + p->idle_after_ns;

	if (p->idle_copy_ns == 0 || now_ns <= from_ns)
		return;
	ftl_collect_idle(&d->ftl,
	    (now_ns - from_ns) / p->idle_copy_ns * FTL_QUANTA,
	    p->idle_free_blocks, from_ns);
}

static void
swing(struct sim_drive *d, uint64_t now_ns)
{
	const struct sim_parameters *p = &d->parameters;
	uint64_t period;

	if (p->swing_period_ns == 0 || now_ns < d->swing_next_ns)
		return;
	period = now_ns / p->swing_period_ns;
	d->swing_next_ns = (period + 1) * p->swing_period_ns;
	d->flash.slow_q16 = 65536 +
	    (draw(p->seed ^ UINT64_C(0x737769), period) >> 48) *
	    p->swing_percent / 100;
}

uint64_t
sim_drive_submit(struct sim_drive *d, enum sim_op op, uint64_t offset_bytes,
    uint64_t bytes, unsigned saved_percent, uint64_t time_ns, uint64_t tag)
{
	uint64_t random = draw(d->parameters.seed, ++d->commands);
	uint64_t begin_ns, done_ns;

	assert(time_ns >= d->last_submit_ns);
	assert(d->completions.n < d->completions.size);
	assert(bytes > 0 && bytes <= d->parameters.capacity_bytes &&
	    offset_bytes <= d->parameters.capacity_bytes - bytes);
	d->last_submit_ns = time_ns;
	collect_while_idle(d, time_ns);
	swing(d, time_ns);
	begin_ns = dispatch_ns(d, time_ns);
	if (op == SIM_READ) {
		d->nreads++;
		done_ns = read_pages(d, offset_bytes, bytes, begin_ns, random);
	} else {
		d->nwrites++;
		done_ns = write_pages(d, offset_bytes, bytes, saved_percent,
		    begin_ns, random);
	}
	if (d->queue.size > 0)
		heap_push(&d->queue, done_ns, 0);
	heap_push(&d->completions, done_ns, tag);
	d->busy_ns = later(d->busy_ns, done_ns);
	return done_ns;
}

void
sim_drive_expect(const struct sim_drive *d, uint64_t offset_bytes)
{
	__builtin_prefetch(&d->ftl.slot_of[offset_bytes >> d->page_shift], 1);
}

bool
sim_drive_next(const struct sim_drive *d, uint64_t *time_ns_out,
    uint64_t *tag_out)
{
	if (d->completions.n == 0)
		return false;
	*time_ns_out = d->completions.events[0].time_ns;
	*tag_out = d->completions.events[0].tag;
	return true;
}

void
sim_drive_take(struct sim_drive *d)
{
	assert(d->completions.n > 0);
	heap_pop(&d->completions);
}

void
sim_drive_purge(struct sim_drive *d)
{
	assert(d->completions.n == 0);
	ftl_forget(&d->ftl);
}

struct sim_counters
sim_drive_counters(const struct sim_drive *d)
{
	return (struct sim_counters){
		.reads = d->nreads,
		.writes = d->nwrites,
		.host_pages = d->ftl.host_pages,
		.copied_pages = d->ftl.copied_pages,
		.host_quanta = d->ftl.host_quanta,
		.copied_quanta = d->ftl.copied_quanta,
		.collected_blocks = d->ftl.collected,
		.stalls = d->ftl.collected_at_once,
		.free_blocks = d->ftl.nfree,
	};
}

double
sim_write_amplification(const struct sim_counters *from,
    const struct sim_counters *to)
{
	uint64_t written = to->host_pages - from->host_pages;
	uint64_t programmed = to->host_quanta - from->host_quanta +
	    to->copied_quanta - from->copied_quanta;

	return written == 0 ? NAN :
	    (double)programmed / ((double)written * FTL_QUANTA);
}

uint64_t
sim_drive_memory_bytes(const struct sim_drive *d)
{
	return sizeof(*d) + ftl_memory_bytes(&d->ftl) +
	    ((uint64_t)d->flash.ndies + d->flash.nchannels) *
	    sizeof(*d->flash.dies) +
	    ((uint64_t)d->completions.size + d->queue.size) *
	    sizeof(struct heap_event);
}
