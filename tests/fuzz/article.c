/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in an article: it is refused, or it is a tree that can be
 * walked through. */
#include "render/article.h"
#include "tests/fuzz/file.h"

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

	put_in_file(data, size);
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
