/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/report.h"
#include "collect/halt.h"
#include "collect/purge.h"

/* One discard call cannot be interrupted: of this much it takes seconds. */
#define DISCARD_BYTES (UINT64_C(64) << 30)

static enum run_status
discard(struct arena *a, const struct target *t, bool needed,
    const char **note_out)
{
	for (uint64_t at = 0; at < t->bytes; at += DISCARD_BYTES) {
		uint64_t range[2] = {at, t->bytes - at};

		if (range[1] > DISCARD_BYTES)
			range[1] = DISCARD_BYTES;
		if (halt_reason() != HALT_NO) {
			*note_out = "discard, interrupted";
			return RUN_INTERRUPTED;
		}
		if (ioctl(t->fd, BLKDISCARD, range) == 0)
			continue;
		*note_out = arena_printf(a, "not done: the device refuses "
		    "discard (%s)", strerror(errno));
		if (at == 0 && !needed && errno == EOPNOTSUPP)
			return RUN_SKIPPED;
		warn_errno("%s: discard", t->path);
		return RUN_FAILED;
	}
	*note_out = "discard of the whole device (BLKDISCARD); not a purge "
	    "in the sense of a specification";
	return RUN_DONE;
}

enum run_status
purge_target(struct arena *a, const struct target *t, const char *method,
    const char **note_out)
{
	if (strcmp(method, "none") == 0) {
		*note_out = "not done: the plan says none";
		return RUN_SKIPPED;
	}
	if (t->simulation != NULL) {
		simulation_purge(t->simulation);
		*note_out = "all pages of the simulated drive unwritten, all "
		    "blocks erased, in no time";
		return RUN_DONE;
	}
	if (t->block)
		return discard(a, t, strcmp(method, "discard") == 0, note_out);
	*note_out = "not done: a file cannot be purged";
	return RUN_SKIPPED;
}
