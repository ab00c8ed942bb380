/* SPDX-License-Identifier: BSD-2-Clause */
/* The log keeps every I/O of the synthetic sets, with error bars and offsets,
 * in no more bytes than promised. */
#include <stdio.h>

#include "iolog/encoder.h"
#include "tests/unit/iolog_sets.h"

/* Twelve whole frames: the ends of the log weigh little. */
#define COUNT 200000u

static const struct {
	const char *set;
	double bytes_most;		/* for each I/O */
} gates[] = {
	{ "qd1", 3.0 },
	{ "fifo-qd32", 1.4 },
	{ "nvme-qd128", 2.5 },
	{ "ssd-gc-qd128", 4.3 },
	{ "ssd-gc-mix", 4.3 },
	{ "poisson-100k", 4.5 },
	{ "qd1-ticks", 2.3 },
};

static void
forget(void *context, const void *bytes, size_t length)
{
	(void)context;
	(void)bytes;
	(void)length;
}

static void
push(void *context, uint32_t stream, const struct iolog_event *event)
{
	iolog_encoder_event(context, stream, event);
}

static double
bytes_per_io(const struct set *set, uint64_t *ticks_out)
{
	struct iolog_header header = {
		.nstreams = 1, .clock = IOLOG_CLOCK_MONOTONIC_RAW,
		.stamp = IOLOG_STAMP_BATCH, .tick_num = 1, .tick_den = 1,
		.sector_bytes = 512, .generator = GENERATOR_MIX64,
		.key = SET_KEY,
	};
	struct iolog_encoder *e = iolog_encoder_new(&header,
	    &(struct iolog_sink){ .write = forget });
	struct set_player player = { .push = push, .context = e, .step = 1 };
	struct iolog_totals totals;

	if (e == NULL)
		return INFINITY;
	set_play(set, &player, COUNT);
	*ticks_out = player.now;
	iolog_encoder_end(e, &totals);
	bool failed = iolog_encoder_failed(e);
	iolog_encoder_free(e);
	return failed ? INFINITY : (double)totals.bytes /
	    (double)totals.completions;
}

int
main(void)
{
	int status = 0;

	for (size_t i = 0; i < sizeof(gates) / sizeof(gates[0]); i++)
		for (size_t k = 0; k < NSETS; k++) {
			uint64_t ticks = 0;

			if (strcmp(gates[i].set, sets[k].name) != 0)
				continue;
			double got = bytes_per_io(&sets[k], &ticks);
			printf("%-14s %.3f bytes/I/O, at most %.1f; %.0f I/Os "
			    "in 10^9 ticks\n", sets[k].name, got,
			    gates[i].bytes_most, COUNT * 1e9 / (double)ticks);
			if (!(got <= gates[i].bytes_most))
				status = 1;
		}
	return status;
}
