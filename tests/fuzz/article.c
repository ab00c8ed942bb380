/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in an article: it is refused, or it is a tree that can be
 * walked through. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "render/article.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char path[64];
static int fd = -1;

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	/* Our messages go nowhere; those of the fuzzer are kept. */
	static char quiet[] = "-close_fd_mask=2";
	char **arguments = calloc((size_t)*argc + 2, sizeof(*arguments));

	fd = memfd_create("article", 0);
	if (fd == -1 || arguments == NULL)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	memcpy(arguments, *argv, (size_t)*argc * sizeof(*arguments));
	arguments[(*argc)++] = quiet;
	*argv = arguments;
	return 0;
}

/* What writers take for granted. */
static void
walk(struct arena *a, const struct article_node *n)
{
	if ((n->type == ARTICLE_SECTION && n->title == NULL) ||
	    (n->type == ARTICLE_SPECIFICATION && (n->nchildren == 0 ||
	    n->children[0]->nchildren == 0)) || n->path == NULL)
		abort();
	if ((n->type == ARTICLE_TEXT || n->type == ARTICLE_PRE ||
	    n->type == ARTICLE_LINK || n->type == ARTICLE_FACT ||
	    n->type == ARTICLE_PICTURE || n->type == ARTICLE_ADDENDUM) &&
	    n->text == NULL)
		abort();
	if ((n->type == ARTICLE_FIGURE || n->type == ARTICLE_TABLE) &&
	    ((n->compare == NULL && n->run == NULL) || (!n->has_block &&
	    n->name == NULL)))
		abort();
	article_words(a, n);
	for (size_t i = 0; i < n->nchildren; i++)
		walk(a, n->children[i]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_new();

	if (ftruncate(fd, 0) == -1 ||
	    pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
	const struct article *article = article_load(a, path, NULL);
	if (article != NULL) {
		if (article->title == NULL || article->language == NULL)
			abort();
		for (size_t i = 0; i < article->nblocks; i++)
			walk(a, article->blocks[i]);
		for (size_t i = 1; i < article->languages.count; i++)
			article_load(a, path, article->languages.names[i]);
	}
	arena_free(a);
	return 0;
}
