/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_SIM_FLASH_H
#define PLATEAU_SIM_FLASH_H

#include <stdbool.h>
#include <stdint.h>

/*
 * When the dies and channels of a drive are free.  No event is queued: each
 * operation is given its place at once, behind what its die and its channel
 * have been given before, and the time that it ends is returned.
 *
 * A channel is kept as its backlog: a transfer of a read that ends later takes
 * its time from now on.  The channel's throughput is exact that way, and a
 * short transfer never waits for one that has not begun.
 */
struct flash_line {
	uint64_t free_ns;		/* behind programs, erases, copies */
	uint64_t read_free_ns;		/* behind reads, which go first */
};

struct flash {
	uint32_t nchannels, ndies;	/* die d is on channel d % nchannels */
	struct flash_line *dies, *channels;
	uint64_t read_ns, program_ns, erase_ns;
	uint64_t page_transfer_ns;	/* one logical page over a channel */
	uint64_t unit_transfer_ns;	/* what one program takes */
	bool suspends;			/* a read interrupts a program */
	uint64_t suspend_ns;
	uint64_t slow_q16;		/* programs, erases last this / 65536 */
};

/* flash_program() writes one unit to 'die', erasing the block first if 'erase'.
 * Returns when it is done. */
uint64_t flash_program(struct flash *f, uint32_t die, bool erase,
    uint64_t now_ns);

/* flash_read() reads 'npages' logical pages of one unit for the host, sensing
 * for 'sense_ns'.  Returns when the last has crossed the channel. */
uint64_t flash_read(struct flash *f, uint32_t die, uint32_t npages,
    uint64_t sense_ns, uint64_t now_ns);

/* flash_copy() reads what takes 'transfer_ns' on the channel from one unit, for
 * the drive's own use, in line with the programs. */
void flash_copy(struct flash *f, uint32_t die, uint64_t transfer_ns,
    uint64_t now_ns);

#endif
