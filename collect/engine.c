/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collect/engine.h"

static const struct engine_kind *const kinds[] = {
	&engine_aio, &engine_uring, &engine_sim
};

const struct engine_kind *
engine_find(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (strcmp(kinds[i]->name, name) == 0)
			return kinds[i];
	return NULL;
}

const char *
engine_names(void)
{
	return "aio, uring, sim";
}
