/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "collect/pin.h"

static bool
parse_cpu(struct arena *a, const char *text, size_t length, uint64_t *out)
{
	const char *why;

	return units_parse_whole(arena_strndup(a, text, length), 0,
	    CPU_SETSIZE - 1, out, &why) == 0;
}

/* "3" or "0-3", of 'length' bytes. */
static bool
parse_range(struct arena *a, const char *text, size_t length,
    uint64_t *first_out, uint64_t *last_out)
{
	const char *dash = memchr(text, '-', length);
	size_t left = dash == NULL ? length : (size_t)(dash - text);

	if (!parse_cpu(a, text, left, first_out))
		return false;
	*last_out = *first_out;
	return dash == NULL || (parse_cpu(a, dash + 1, length - left - 1,
	    last_out) && *last_out >= *first_out);
}

bool
pin_parse(struct arena *a, const char *text, struct pin *out)
{
	cpu_set_t allowed;
	const char *at = text;

	memset(out, 0, sizeof(*out));
	out->text = text;
	if (sched_getaffinity(0, sizeof(allowed), &allowed) == -1) {
		warn_errno("--pin %s", text);
		return false;
	}
	for (;;) {
		size_t length = strcspn(at, ",");
		uint64_t first, last;

		if (!parse_range(a, at, length, &first, &last)) {
			warn_msg("--pin %s: processors such as 0-3,8 are "
			    "expected", text);
			return false;
		}
		for (; first <= last; first++) {
			if (!CPU_ISSET(first, &allowed)) {
				warn_msg("--pin %s: there is no processor %u, "
				    "or this process may not use it", text,
				    (unsigned)first);
				return false;
			}
			out->cpus = arena_grow(a, out->cpus, out->ncpus,
			    sizeof(*out->cpus));
			out->cpus[out->ncpus++] = (unsigned)first;
		}
		if (at[length] == '\0')
			return true;
		at += length + 1;
	}
}

int
pin_place(const struct pin *pin, uint32_t stream, pthread_attr_t *attr)
{
	cpu_set_t set;

	if (pin->ncpus == 0)
		return 0;
	CPU_ZERO(&set);
	CPU_SET(pin->cpus[stream % pin->ncpus], &set);
	return pthread_attr_setaffinity_np(attr, sizeof(set), &set);
}
