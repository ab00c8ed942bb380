/* SPDX-License-Identifier: BSD-2-Clause */
#include "sim/flash.h"

static uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t
cross_channel(struct flash *f, uint32_t die, uint64_t transfer_ns,
    uint64_t now_ns)
{
	struct flash_line *c = &f->channels[die % f->nchannels];

	c->free_ns = later(c->free_ns, now_ns) + transfer_ns;
	return c->free_ns;
}

uint64_t
flash_program(struct flash *f, uint32_t die, bool erase, uint64_t now_ns)
{
	struct flash_line *d = &f->dies[die];
	uint64_t loaded_ns = cross_channel(f, die, f->unit_transfer_ns, now_ns);
	uint64_t busy_ns = f->program_ns + (erase ? f->erase_ns : 0);

	d->free_ns = later(d->free_ns, loaded_ns) +
	    (busy_ns * f->slow_q16 >> 16);
	return d->free_ns;
}

uint64_t
flash_read(struct flash *f, uint32_t die, uint32_t npages, uint64_t sense_ns,
    uint64_t now_ns)
{
	struct flash_line *d = &f->dies[die];
	uint64_t transfer_ns = npages * f->page_transfer_ns;
	uint64_t begin_ns = later(now_ns, d->read_free_ns);
	struct flash_line *c = &f->channels[die % f->nchannels];

	cross_channel(f, die, transfer_ns, now_ns);
	c->read_free_ns = later(c->read_free_ns, now_ns) + transfer_ns;
	if (d->free_ns > begin_ns && f->suspends) {
		begin_ns += f->suspend_ns;
		d->free_ns += sense_ns + f->suspend_ns;
	} else {
		begin_ns = later(begin_ns, d->free_ns);
		d->free_ns = begin_ns + sense_ns;
	}
	d->read_free_ns = begin_ns + sense_ns;
	return later(d->read_free_ns + transfer_ns, c->read_free_ns);
}

void
flash_copy(struct flash *f, uint32_t die, uint64_t transfer_ns,
    uint64_t now_ns)
{
	struct flash_line *d = &f->dies[die];

	cross_channel(f, die, transfer_ns, now_ns);
	d->free_ns = later(d->free_ns, now_ns) + f->read_ns;
}
