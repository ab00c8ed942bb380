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

static void
take_away(const struct pin *pin, cpu_set_t *set)
{
	for (unsigned i = 0; i < pin->ncpus; i++)
		CPU_CLR(pin->cpus[i], set);
}

/* "0-1,5": what is left when the I/O threads have theirs. */
static const char *
list_others(struct arena *a, const struct pin *pin, const cpu_set_t *allowed)
{
	cpu_set_t left = *allowed;
	const char *list = NULL;

	take_away(pin, &left);
	for (unsigned cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		unsigned first = cpu;

		if (!CPU_ISSET(cpu, &left))
			continue;
		while (cpu + 1 < CPU_SETSIZE && CPU_ISSET(cpu + 1, &left))
			cpu++;
		list = arena_printf(a, "%s%s%u", list == NULL ? "" : list,
		    list == NULL ? "" : ",", first);
		if (cpu > first)
			list = arena_printf(a, "%s-%u", list, cpu);
	}
	return list;
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
			break;
		at += length + 1;
	}
	out->others = list_others(a, out, &allowed);
	return true;
}

void
pin_others(const struct pin *pin)
{
	cpu_set_t set;

	if (pin->ncpus == 0 || pin->others == NULL ||
	    sched_getaffinity(0, sizeof(set), &set) == -1)
		return;
	take_away(pin, &set);
	if (sched_setaffinity(0, sizeof(set), &set) == -1)
		warn_errno("--pin %s: the other threads", pin->text);
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
