/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in a report template or a catalogue: it is refused, or what
 * it says can be walked through. */
#include <unistd.h>

#include "render/lang.h"
#include "render/template.h"
#include "tests/fuzz/quiet.h"

/* Named as catalogue files are. */
static char path[] = "/tmp/fuzz-template-XXXXXX.xml";
static int fd = -1;

static void
remove_file(void)
{
	unlink(path);
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	fd = mkstemps(path, 4);
	if (fd == -1)
		abort();
	atexit(remove_file);
	be_quiet(argc, argv);
	return 0;
}

static void
walk_template(const struct template *t)
{
	struct plan_loop loop = {.factor = FACTOR_DEPTH};
	struct plan_stage stage = {.nloops = 1, .loops = &loop};

	for (size_t i = 0; i < t->nsections; i++) {
		const struct template_section *s = &t->sections[i];

		if (s->panels == NULL || s->panels->count == 0)
			abort();
		for (size_t k = 0; k < s->npages; k++)
			for (size_t n = 0; n < s->pages[k].nblocks; n++)
				template_resolve(&s->pages[k].blocks[n],
				    &stage);
	}
}

static void
walk_catalogue(struct arena *a, const struct lang *l)
{
	for (size_t i = 0; i < lang_count(l); i++)
		if (lang_key(l, i) != NULL)
			lang_fill(a, l, lang_key(l, i), "n", "1", NULL);
	lang_number(a, l, 1234567.5, 2);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_new();

	if (ftruncate(fd, 0) == -1 ||
	    pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
	const struct template *t = template_load(a, path);
	if (t != NULL)
		walk_template(t);
	const struct lang *l = lang_load(a, path);
	if (l != NULL)
		walk_catalogue(a, l);
	arena_free(a);
	return 0;
}
