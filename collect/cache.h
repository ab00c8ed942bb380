/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_CACHE_H
#define PLATEAU_COLLECT_CACHE_H

#include <stdbool.h>

#include "base/arena.h"
#include "collect/target.h"
#include "model/run.h"

/*
 * The volatile write cache of the drive itself, by nvme, hdparm or sdparm: what
 * the kernel says in sysfs is only what it believes.
 */
struct cache {
	const struct cache_method *method;	/* NULL: nobody to ask */
	const char *device;
	bool known, was_on;		/* before the run */
	bool wants_on;			/* by the plan */
	bool holds;			/* and it is so */
	bool changed;
};

/*
 * cache_prepare() asks the drive for the state of its cache and, if 'asked' is
 * "on" or "off", sets it so and asks again.  It is set only when 'writes': then
 * the whole device was named for it and is ours alone.  What became known is in
 * the facts: write_cache in the kernel's words, write_cache_kernel where that
 * differs, write_cache_asked, write_cache_set_by (the command),
 * write_cache_found (on or off, before it was set).  Where there is no way to
 * set it, or the drive does not do as it is told, the person is told, the fact
 * write_cache_not_set has the reason, and the run goes on.
 */
void cache_prepare(struct arena *a, struct cache *c, const struct target *t,
    const char *asked, bool writes, struct facts *facts);

/* cache_keep() sets it again if a purge has changed it. */
void cache_keep(struct arena *a, struct cache *c);

/* cache_restore() sets it as it was before; a failure is printed. */
void cache_restore(struct arena *a, struct cache *c);

#endif
