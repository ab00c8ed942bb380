/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes gnuplot's output may be: it is drawn within what a canvas
 * takes, or refused. */
#include <math.h>

#include "render/canvas_backend.h"
#include "render/svgread.h"
#include "tests/fuzz/quiet.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	be_quiet(argc, argv);
	return 0;
}

static void
check(const struct canvas_path *path)
{
	for (size_t i = 0; i < path->nruns; i++) {
		size_t n;
		const struct canvas_point *at = canvas_run(path, i, &n);

		if (path->starts[i] > path->npoints || n > path->npoints)
			abort();
		for (size_t k = 0; k < n; k++)
			if (!isfinite(at[k].x) || !isfinite(at[k].y))
				abort();
	}
}

static void
take_fill(struct canvas *c, const struct canvas_path *path, uint32_t rgb,
    double alpha)
{
	(void)c;
	(void)alpha;
	if (rgb > 0xffffff)
		abort();
	check(path);
}

static void
take_stroke(struct canvas *c, const struct canvas_path *path,
    const struct canvas_stroke *s)
{
	(void)c;
	if (s->rgb > 0xffffff || s->ndashes > 8 || !(s->width_pt >= 0))
		abort();
	check(path);
}

static void
take_text(struct canvas *c, const struct canvas_text *t, const char *utf8)
{
	(void)c;
	if (!(t->size_pt > 0) || !isfinite(t->angle_deg) ||
	    strlen(utf8) == SIZE_MAX)
		abort();
}

static const struct canvas_ops ops = {
	.fill = take_fill, .stroke = take_stroke, .text = take_text,
};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct canvas c = {.ops = &ops, .in_page = true};

	svgread_draw(&c, "fuzz", (const char *)data, size, 10, 10, 1);
	return 0;
}
