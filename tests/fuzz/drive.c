/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in a drive's profile: it is refused, or the drive takes
 * any commands and completes each. */
#include "iolog/generator.h"
#include "model/drive.h"
#include "tests/fuzz/file.h"

#define COMMANDS 20000
#define DEPTH 40

static void
use(const struct sim_parameters *p)
{
	struct sim_drive *d = sim_drive_new(p, DEPTH);
	uint64_t now_ns = 0, next_ns, tag;

	if (d == NULL)
		abort();
	for (uint64_t i = 0; i < COMMANDS; i++) {
		uint64_t draw = generator_draw(1, i, 0);
		uint64_t bytes = 1 + generator_draw(1, i, 1) % 300000;
		uint64_t offset;

		if (bytes > p->capacity_bytes)
			bytes = p->capacity_bytes;
		offset = generator_below(draw, p->capacity_bytes - bytes + 1);
		if (i >= DEPTH) {
			if (!sim_drive_next(d, &next_ns, &tag))
				abort();
			sim_drive_take(d);
			if (next_ns > now_ns)
				now_ns = next_ns;
		}
		if (i % 1000 == 999)
			now_ns += UINT64_C(60000000000);
		if (sim_drive_submit(d, i % 4 == 0 ? SIM_READ : SIM_WRITE,
		    offset, bytes, (unsigned)(i % 101), now_ns, i) < now_ns)
			abort();
	}
	sim_drive_free(d);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_new();
	struct drive *d;

	put_in_file(data, size);
	d = drive_load(a, path);
	/* Large ones differ in size only. */
	if (d != NULL && d->parameters.flash_bytes <= UINT64_C(4) << 20)
		use(&d->parameters);
	arena_free(a);
	return 0;
}
