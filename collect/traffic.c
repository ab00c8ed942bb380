/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>

#include "base/report.h"
#include "base/units.h"
#include "collect/traffic.h"

/* The kernel's unit, whatever the sectors of the device. */
#define STAT_SECTOR_BYTES 512u

/* So little may be a look at the disk, as of udev. */
#define FOREIGN_FRAC 0.01
#define FOREIGN_LEAST_BYTES (UINT64_C(1) << 20)

struct traffic
traffic_now(struct arena *a, const struct target *t)
{
	const char *on = t->block ? blockdev_text(a, &t->device,
	    "queue/iostats") : NULL;
	const char *text = t->block ? blockdev_text(a, &t->device, "stat") :
	    NULL;
	struct traffic now = {false, 0, 0};

	/* Numbers of I/Os are no use: the kernel splits and merges them. */
	now.known = text != NULL && on != NULL && *on == '1' && sscanf(text,
	    "%*u %*u %" SCNu64 " %*u %*u %*u %" SCNu64, &now.read_bytes,
	    &now.written_bytes) == 2;
	now.read_bytes *= STAT_SECTOR_BYTES;
	now.written_bytes *= STAT_SECTOR_BYTES;
	return now;
}

static uint64_t
beyond(uint64_t before, uint64_t now, uint64_t ours)
{
	return now > before && now - before > ours ? now - before - ours : 0;
}

void
traffic_tell(struct arena *a, const struct target *t,
    const struct traffic *before, const struct traffic *ours,
    struct facts *facts)
{
	struct traffic now = traffic_now(a, t);
	char read_text[UNITS_TEXT], written_text[UNITS_TEXT];

	if (!before->known || !now.known)
		return;

	uint64_t read = beyond(before->read_bytes, now.read_bytes,
	    ours->read_bytes);
	uint64_t written = beyond(before->written_bytes, now.written_bytes,
	    ours->written_bytes);

	if (read + written < FOREIGN_LEAST_BYTES || (double)(read + written) <
	    FOREIGN_FRAC * (double)(ours->read_bytes + ours->written_bytes))
		return;
	facts_setf(a, facts, "foreign_read_bytes", "%" PRIu64, read);
	facts_setf(a, facts, "foreign_written_bytes", "%" PRIu64, written);
	warn_msg("%s: other programs read %s and wrote %s on the disk during "
	    "the test: it was not measured alone", t->path,
	    units_format_capacity(read_text, sizeof(read_text), read),
	    units_format_capacity(written_text, sizeof(written_text),
	    written));
}
