/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_MIXTURE_H
#define PLATEAU_MODEL_MIXTURE_H

#include <stddef.h>
#include <stdint.h>

/*
 * A mixture is a value of a factor that is not one number but several, each
 * with a share of the I/Os in percent: block sizes ("4k/70:64k/30"), or zones
 * of the region.
 *
 * A factor's value is one int64_t, so a mixture is stood for by a handle, of
 * MIXTURE_FIRST or above, which no plain value reaches.  Equal mixtures have
 * equal handles.  Handles are good for the life of the process and mean nothing
 * outside it: files have the text.  Any thread may make them.
 */
#define MIXTURE_FIRST (INT64_C(1) << 48)
#define MIXTURE_PARTS 16		/* the most of one mixture */
#define MIXTURE_MOST 1024		/* different ones in a process */

struct mixture {
	unsigned nparts;
	struct mixture_part {
		int64_t value;
		unsigned percent;	/* of all I/Os, from 1; 100 in all */
	} part[MIXTURE_PARTS];
};

/* mixture_intern() returns the handle of the mixture, or -1 with '*why_out' if
 * its shares do not add up, or there are too many mixtures. */
int64_t mixture_intern(const struct mixture *m, const char **why_out);

/* mixture_of() returns the mixture that 'value' stands for, or NULL if it is a
 * plain value. */
const struct mixture *mixture_of(int64_t value);

/* mixture_read() reads "A/B:A/B:...", up to MIXTURE_PARTS pairs of words, the
 * second a whole number, with 'take' called for each.  Returns 0, or -1 with
 * '*why_out' its or our reason. */
int mixture_read(const char *text, int (*take)(struct mixture_part *part_out,
    const char *first, const char *second, const char **why_out),
    struct mixture *m_out, const char **why_out);

#endif
