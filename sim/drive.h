/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_SIM_DRIVE_H
#define PLATEAU_SIM_DRIVE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A simulated solid-state drive in virtual time.  docs/simulated-drive.md is
 * its manual: what is modelled, what is not, and what is proven.
 *
 * Pure: no I/O, no threads, no clock.  All arithmetic is in integers, so the
 * same parameters, seed and submissions give the same completions, to the
 * nanosecond, on every machine.  Drives share nothing; one drive is for one
 * thread.
 */

struct sim_parameters {
	uint64_t seed;			/* of the jitter and the swings */

	/* What the host sees. */
	uint64_t capacity_bytes;	/* whole pages */
	uint32_t page_bytes;		/* of the mapping: 4096 */

	/* The flash. */
	uint64_t flash_bytes;		/* in all; whole blocks are used */
	uint32_t channels;
	uint32_t dies;			/* on each channel */
	uint32_t planes;		/* of a die, work together */
	uint32_t flash_page_bytes;	/* of one plane: 16384 */
	uint32_t block_pages;		/* flash pages of a plane's block */
	uint64_t read_ns, program_ns, erase_ns;
	uint64_t channel_mb_s;		/* 10^6 bytes a second */
	bool suspends;			/* reads interrupt the rest, ... */
	uint64_t suspend_ns;		/* ... after this time */

	/* Collection of garbage. */
	bool fifo;			/* oldest block (LRU); else emptiest */
	uint32_t reserve_blocks;	/* collect below this many, from 2 */
	/* 0: in step with the writes; else a whole block at once, the host
	 * waiting this long. */
	uint64_t stall_ns;
	/* After so much idle time, a page each idle_copy_ns (0: never), until
	 * so many blocks are free. */
	uint64_t idle_after_ns, idle_copy_ns;
	uint32_t idle_free_blocks;

	/* Memory, protected against loss of power: it acknowledges writes. */
	uint64_t cache_bytes;

	/* The way to the host. */
	uint64_t link_mb_s;
	uint64_t command_ns;		/* that each command takes of it */
	bool full_duplex;
	uint32_t queue_depth;		/* of the drive; 0: no limit */
	uint64_t read_overhead_ns, write_overhead_ns;
	uint32_t jitter_permille;	/* sd of these and of flash reads */

	/* Inline compression: this share of what the data could save. */
	uint32_t compression_percent;

	/* A drive that never settles: each period, programs take longer by a
	 * share drawn anew between 0 and this. */
	uint64_t swing_period_ns;	/* 0: none */
	uint32_t swing_percent;
};

/* sim_parameters_check() returns NULL, or a sentence on the first mistake. */
const char *sim_parameters_check(const struct sim_parameters *p);

/* sim_block_bytes() is what the drive erases at once: a block of every plane
 * of every die.  reserve_blocks and idle_free_blocks count these. */
uint64_t sim_block_bytes(const struct sim_parameters *p);

enum sim_op { SIM_READ, SIM_WRITE };

struct sim_counters {
	uint64_t reads, writes;		/* commands */
	uint64_t host_pages;		/* written by the host */
	uint64_t copied_pages;		/* by collection */
	uint64_t host_quanta, copied_quanta;	/* the same as stored, 1/32 of a
					   page: less if compressed */
	uint64_t collected_blocks;
	uint64_t stalls;
	uint32_t free_blocks;		/* now */
};

struct sim_drive;

/*
 * sim_drive_new() makes an empty drive for at most 'outstanding' commands at a
 * time.  NULL if there is no memory; 'p' must have passed the check.  Costs at
 * most 16 bytes a page of the flash.  sim_drive_free() ignores NULL.
 */
struct sim_drive *sim_drive_new(const struct sim_parameters *p,
    uint32_t outstanding);
void sim_drive_free(struct sim_drive *d);

/*
 * sim_drive_submit() hands a command over at 'time_ns', which must not be
 * before that of the last.  [offset, offset + bytes) must lie in the drive;
 * bytes from 1.  'saved_percent' (0 to 100) of what is written could be saved
 * by compression.  Fewer commands than 'outstanding' must be under way.
 * Returns when the command will complete, and queues that with 'tag'.
 */
uint64_t sim_drive_submit(struct sim_drive *d, enum sim_op op,
    uint64_t offset_bytes, uint64_t bytes, unsigned saved_percent,
    uint64_t time_ns, uint64_t tag);

/* sim_drive_expect() says that a command at this offset comes soon.  Changes
 * nothing but the speed: half of a random command is waiting for its entry in
 * the mapping. */
void sim_drive_expect(const struct sim_drive *d, uint64_t offset_bytes);

/* sim_drive_next() tells the earliest completion that is queued.  Returns
 * false if nothing is under way. */
bool sim_drive_next(const struct sim_drive *d, uint64_t *time_ns_out,
    uint64_t *tag_out);

/* sim_drive_take() takes it off the queue; something must be under way. */
void sim_drive_take(struct sim_drive *d);

/* sim_drive_purge() makes all pages unwritten and all blocks free, in no time;
 * nothing may be under way.  Counters go on. */
void sim_drive_purge(struct sim_drive *d);

/* sim_drive_counters() reads the counters, from 0 in sim_drive_new() on. */
struct sim_counters sim_drive_counters(const struct sim_drive *d);

/* sim_write_amplification() is what was programmed between two readings of the
 * counters over what the host wrote; NAN if it wrote nothing. */
double sim_write_amplification(const struct sim_counters *from,
    const struct sim_counters *to);

/* sim_drive_memory_bytes() is what the drive holds allocated. */
uint64_t sim_drive_memory_bytes(const struct sim_drive *d);

#endif
