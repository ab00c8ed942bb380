/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "model/mixture.h"

/* What the handles stand for.  Entries below 'count' never change. */
static struct mixture mixtures[MIXTURE_MOST];
static _Atomic int64_t count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool
equal(const struct mixture *a, const struct mixture *b)
{
	if (a->nparts != b->nparts)
		return false;
	for (unsigned i = 0; i < a->nparts; i++)
		if (a->part[i].value != b->part[i].value ||
		    a->part[i].percent != b->part[i].percent)
			return false;
	return true;
}

int64_t
mixture_intern(const struct mixture *m, const char **why_out)
{
	unsigned percent = 0;
	int64_t i = 0;

	for (unsigned k = 0; k < m->nparts; k++)
		percent += m->part[k].percent;
	if (percent != 100) {
		*why_out = "the shares do not add up to 100";
		return -1;
	}
	pthread_mutex_lock(&lock);
	while (i < count && !equal(&mixtures[i], m))
		i++;
	if (i == count && i < MIXTURE_MOST) {
		mixtures[i] = *m;
		count = i + 1;
	}
	pthread_mutex_unlock(&lock);
	if (i == MIXTURE_MOST) {
		*why_out = "there are too many different mixtures";
		return -1;
	}
	return MIXTURE_FIRST + i;
}

const struct mixture *
mixture_of(int64_t value)
{
	if (value < MIXTURE_FIRST || value - MIXTURE_FIRST >= count)
		return NULL;
	return &mixtures[value - MIXTURE_FIRST];
}

/* Copies what is before 'end' into a word; false: too long, or nothing. */
static bool
cut(const char *text, const char *end, char *word, size_t size)
{
	size_t length = (size_t)(end - text);

	if (length == 0 || length >= size)
		return false;
	memcpy(word, text, length);
	word[length] = '\0';
	return true;
}

int
mixture_read(const char *text, int (*take)(struct mixture_part *part_out,
    const char *first, const char *second, const char **why_out),
    struct mixture *m_out, const char **why_out)
{
	char first[32], second[32];

	memset(m_out, 0, sizeof(*m_out));
	for (;;) {
		const char *slash = text + strcspn(text, "/:");
		const char *end = text + strcspn(text, ":");

		*why_out = "pairs such as 4k/70:64k/30 are expected";
		if (*slash != '/' ||
		    !cut(text, slash, first, sizeof(first)) ||
		    !cut(slash + 1, end, second, sizeof(second)))
			return -1;
		if (m_out->nparts == MIXTURE_PARTS) {
			*why_out = "at most 16 pairs are expected";
			return -1;
		}
		if (take(&m_out->part[m_out->nparts++], first, second,
		    why_out) == -1)
			return -1;
		if (*end == '\0')
			return 0;
		text = end + 1;
	}
}
