/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_OPTIONS_H
#define PLATEAU_COLLECT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "collect/engine.h"
#include "collect/outcome.h"
#include "collect/pin.h"
#include "collect/ticks.h"

/* What the command line of "plateau run" asks for. */
struct options {
	const char *plan;		/* name or file */
	const char *target;
	const char *resume;		/* folder of a run to go on with */
	uint64_t create_bytes;		/* 0: not given */
	const char *destroy;		/* NULL: not given */
	const struct engine_kind *engine;
	size_t nsets;
	const char **sets;		/* sets[nsets]: FACTOR=VALUES */
	double scale;			/* 1: not given */
	uint64_t seed;			/* random unless given */
	struct pin pin;			/* I/O threads */
	enum ticks_choice clock;
	bool stamp_each;		/* completion, not batch */
	bool dry_run, strict, quiet, demonstration;
	const char *run_dir;		/* NULL in a dry run without -o */
	const char *command;		/* all of it, quoted for a shell */
};

/*
 * options_parse() reads argv[argc], argv[0] being the verb.  True: go on.
 * False: end now with '*outcome_out', what there is to say is printed.
 */
bool options_parse(struct arena *a, int argc, char **argv,
    struct options *out, enum outcome *outcome_out);

#endif
