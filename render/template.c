/* SPDX-License-Identifier: BSD-2-Clause */
#include <fnmatch.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "render/input.h"
#include "render/template.h"
#include "render/template_read.h"
#include "render/xmlnode.h"

static const struct xmlread_kind report = {"report", "urn:plateau:report:1",
    "schema/report.rng", 1u << 20};

#define CONDITION " when unless"
#define COMMON "kind name title subtitle note each" CONDITION

/* What there is to show, and the attributes that it understands. */
static const struct kind {
	const char *name;
	enum template_block_type type;
	enum template_kind kind;
	bool points;			/* any factor can be held at a value */
	const char *attributes;
} kinds[] = {
	{"convergence", TEMPLATE_FIGURE, KIND_CONVERGENCE, true,
	    COMMON " metric op series scale height"},
	{"window", TEMPLATE_FIGURE, KIND_WINDOW, false,
	    COMMON " from height"},
	{"lines", TEMPLATE_FIGURE, KIND_LINES, true,
	    COMMON " metric op x series scale height"},
	{"bars", TEMPLATE_FIGURE, KIND_BARS, true,
	    COMMON " metric op rows columns scale height"},
	{"time", TEMPLATE_FIGURE, KIND_TIME, true,
	    COMMON " metric op of height"},
	{"intensity", TEMPLATE_FIGURE, KIND_INTENSITY, true,
	    COMMON " metric op x series scale height"},
	{"distribution", TEMPLATE_FIGURE, KIND_DISTRIBUTION, true,
	    COMMON " op height"},
	{"heat", TEMPLATE_FIGURE, KIND_HEAT, true,
	    COMMON " op height"},
	{"toio", TEMPLATE_FIGURE, KIND_TOIO, true,
	    COMMON " op height"},
	{"matrix", TEMPLATE_TABLE, KIND_MATRIX, true,
	    COMMON " metric op rows columns"},
	{"verification", TEMPLATE_TABLE, KIND_VERIFICATION, false,
	    COMMON},
	{"rounds", TEMPLATE_TABLE, KIND_ROUNDS, false,
	    COMMON},
	{"steady", TEMPLATE_TABLE, KIND_STEADY, false,
	    COMMON},
	{"counts", TEMPLATE_TABLE, KIND_COUNTS, false,
	    COMMON},
	{"checks", TEMPLATE_TABLE, KIND_CHECKS, false,
	    COMMON},
	{"deviations", TEMPLATE_TABLE, KIND_DEVIATIONS, false,
	    COMMON},
	{"findings", TEMPLATE_TABLE, KIND_FINDINGS, false,
	    COMMON " finding"},
	{"phases", TEMPLATE_TABLE, KIND_PHASES, false,
	    COMMON},
	{"stages", TEMPLATE_TABLE, KIND_STAGES, false,
	    COMMON},
	{"facts", TEMPLATE_TABLE, KIND_FACTS, false,
	    COMMON " of"},
	{"contents", TEMPLATE_TABLE, KIND_CONTENTS, false,
	    COMMON},
};

static const struct kind *
find_kind(const char *name, enum template_block_type type)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (kinds[i].type == type && strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	return NULL;
}

static void
unknown_kind(struct xmlread *x, const xmlNode *node, const char *name,
    enum template_block_type type)
{
	const char *names = "";

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (kinds[i].type == type)
			names = arena_printf(xmlread_arena(x), "%s %s", names,
			    kinds[i].name);
	xmlnode_mistake(x, node, "unknown kind '%s' of <%s>; there are:%s",
	    name, (const char *)node->name, names);
}

static void
unknown_element(struct xmlread *x, const xmlNode *node, const char *expected)
{
	xmlnode_mistake(x, node, "unknown element <%s> in <%s>; it holds: %s",
	    (const char *)node->name, (const char *)node->parent->name,
	    expected);
}

static struct template_condition
read_condition(struct xmlread *x, const xmlNode *node)
{
	return (struct template_condition){
		.when = xmlnode_attribute(x, node, "when"),
		.unless = xmlnode_attribute(x, node, "unless"),
	};
}

static enum factor
read_factor(struct xmlread *x, const xmlNode *node, const char *attribute)
{
	const char *name = xmlnode_attribute(x, node, attribute);
	enum factor f;

	if (name == NULL)
		return NFACTORS;
	if (strcmp(name, "inner") == 0)
		return TEMPLATE_INNER;
	if (strcmp(name, "outer") == 0)
		return TEMPLATE_OUTER;
	f = factor_find(name);
	if (f == NFACTORS)
		xmlnode_mistake(x, node, "%s=\"%s\" is no factor of a plan "
		    "(mix, block, threads, depth ...) and not inner or outer",
		    attribute, name);
	return f;
}

static const char *
with_factors(struct xmlread *x, const char *attributes)
{
	for (int f = 0; f < NFACTORS; f++)
		attributes = arena_printf(xmlread_arena(x), "%s %s",
		    attributes, factor_name((enum factor)f));
	return attributes;
}

/* A value with a placeholder is checked when it is known. */
static void
read_filters(struct xmlread *x, const xmlNode *node,
    const char *filters[NFACTORS])
{
	for (int f = 0; f < NFACTORS; f++) {
		const char *name = factor_name((enum factor)f);
		const char *why;
		int64_t value;

		filters[f] = xmlnode_attribute(x, node, name);
		if (filters[f] == NULL || strchr(filters[f], '{') != NULL)
			continue;
		if (factor_parse((enum factor)f, filters[f], &value, &why) ==
		    -1)
			xmlnode_mistake(x, node, "%s=\"%s\": %s", name,
			    filters[f], why);
	}
}

static void
check_metrics(struct xmlread *x, const xmlNode *node, const char *metrics)
{
	for (const char *p = metrics; *p != '\0';) {
		size_t length = strcspn(p, " ");

		if (length > 0 && metric_find(p, length) == NULL)
			xmlnode_mistake(x, node, "'%.*s' is no metric (iops, "
			    "mb_s, lat_mean, lat_p99, lat_p999, lat_max ...)",
			    (int)length, p);
		p += length + (p[length] == ' ');
	}
}

static const char *
read_op(struct xmlread *x, const xmlNode *node)
{
	const char *op = xmlnode_attribute(x, node, "op");

	if (op == NULL)
		return "all";
	if (strcmp(op, "all") != 0 && strcmp(op, "read") != 0 &&
	    strcmp(op, "write") != 0)
		xmlnode_mistake(x, node,
		    "op=\"%s\": expected all, read or write", op);
	return op;
}

/* One of two words: whether it is the second. */
static bool
read_choice(struct xmlread *x, const xmlNode *node, const char *attribute,
    const char *usual, const char *other)
{
	const char *value = xmlnode_attribute(x, node, attribute);

	if (value == NULL || strcmp(value, usual) == 0)
		return false;
	if (strcmp(value, other) != 0)
		xmlnode_mistake(x, node, "%s=\"%s\": expected %s or %s",
		    attribute, value, usual, other);
	return true;
}

static void
read_height(struct xmlread *x, const xmlNode *node, struct template_block *b)
{
	const char *text = xmlnode_attribute(x, node, "height"), *why;
	uint64_t height;

	if (text == NULL)
		return;
	/* Under 120 pt nothing can be read, 460 pt fit a page of any paper. */
	if (units_parse_whole(text, 120, 460, &height, &why) == -1)
		xmlnode_mistake(x, node, "height=\"%s\": %s (points, 120 to "
		    "460)", text, why);
	else
		b->height_pt = (double)height;
}

static void
need_factor(struct xmlread *x, const xmlNode *node, enum factor f,
    const char *attribute)
{
	if (f == NFACTORS && xmlnode_attribute(x, node, attribute) == NULL)
		xmlnode_required(x, node, attribute);
}

static bool
has_two_or_three(const char *metrics)
{
	const char *second = strchr(metrics, ' ');
	const char *third = second == NULL ? NULL : strchr(second + 1, ' ');

	return second != NULL && (third == NULL ||
	    strchr(third + 1, ' ') == NULL);
}

static void
check_needs(struct xmlread *x, const xmlNode *node,
    const struct template_block *b)
{
	switch (b->kind) {
	case KIND_CONVERGENCE:
		need_factor(x, node, b->series, "series");
		break;
	case KIND_LINES:
	case KIND_INTENSITY:
		need_factor(x, node, b->x, "x");
		need_factor(x, node, b->series, "series");
		break;
	case KIND_BARS:
	case KIND_MATRIX:
		need_factor(x, node, b->rows, "rows");
		need_factor(x, node, b->columns, "columns");
		break;
	case KIND_FACTS:
		xmlnode_required(x, node, "of");
		return;
	case KIND_TIME:
		break;
	default:
		return;
	}
	check_metrics(x, node, b->metrics);
	if (b->kind == KIND_INTENSITY && !has_two_or_three(b->metrics))
		xmlnode_mistake(x, node, "it shows two metrics, or three, "
		    "such as metric=\"iops lat_mean lat_p999\"");
	else if (b->type == TEMPLATE_FIGURE && b->kind != KIND_TIME &&
	    b->kind != KIND_INTENSITY && strchr(b->metrics, ' ') != NULL)
		xmlnode_mistake(x, node, "a figure shows one metric");
}

static void
read_of(struct xmlread *x, const xmlNode *node, struct template_block *b)
{
	static const char *const facts[] = {"device", "host", "conditions",
	    "run", NULL};
	static const char *const axes[] = {"minutes", "seconds", "bytes",
	    "fills", NULL};
	const char *const *known = b->kind == KIND_TIME ? axes : facts;

	b->of = xmlnode_attribute(x, node, "of");
	if (b->of == NULL && b->kind == KIND_TIME)
		b->of = axes[0];
	for (size_t i = 0; b->of != NULL && known[i] != NULL; i++)
		if (strcmp(known[i], b->of) == 0)
			return;
	if (b->of != NULL)
		xmlnode_mistake(x, node, "of=\"%s\": expected %s", b->of,
		    known == axes ? "minutes, seconds, bytes or fills" :
		    "device, host, conditions or run");
}

/* each="track": whether the page or block is there for each one. */
static bool
read_each(struct xmlread *x, const xmlNode *node)
{
	const char *each = xmlnode_attribute(x, node, "each");

	if (each != NULL && strcmp(each, "track") != 0)
		xmlnode_mistake(x, node, "each=\"%s\": expected track", each);
	return each != NULL;
}

void
template_read_shown(struct xmlread *x, const xmlNode *node, const char *more,
    struct template_block *b)
{
	const char *name = xmlnode_required(x, node, "kind");
	const struct kind *kind = find_kind(name, b->type);

	b->x = b->series = b->rows = b->columns = NFACTORS;
	if (kind == NULL) {
		unknown_kind(x, node, name, b->type);
		return;
	}
	const char *known = arena_printf(xmlread_arena(x), "%s %s",
	    kind->attributes, more);
	xmlnode_known(x, node, kind->points ? with_factors(x, known) : known);
	b->kind = kind->kind;
	b->name = xmlnode_attribute(x, node, "name");
	if (b->name == NULL)
		b->name = kind->name;
	b->title = xmlnode_attribute(x, node, "title");
	b->subtitle = xmlnode_attribute(x, node, "subtitle");
	b->note = xmlnode_attribute(x, node, "note");
	b->metrics = xmlnode_attribute(x, node, "metric");
	if (b->metrics == NULL)
		b->metrics = "iops";
	b->op = read_op(x, node);
	b->x = read_factor(x, node, "x");
	b->series = read_factor(x, node, "series");
	b->rows = read_factor(x, node, "rows");
	b->columns = read_factor(x, node, "columns");
	read_filters(x, node, b->filters);
	b->log = read_choice(x, node, "scale", "linear", "log");
	b->tight = read_choice(x, node, "from", "zero", "data");
	b->each_track = read_each(x, node);
	b->finding = xmlnode_attribute(x, node, "finding");
	read_height(x, node, b);
	read_of(x, node, b);
	check_needs(x, node, b);
}

static void
read_shown(struct xmlread *x, const xmlNode *node, struct template_block *b)
{
	template_read_shown(x, node, "", b);
	if (xmlnode_first(x, node) != NULL)
		xmlnode_mistake(x, node, "<%s> is empty",
		    (const char *)node->name);
}

void
template_read_point(struct xmlread *x, const xmlNode *node, const char *more,
    struct template_number *number)
{
	xmlnode_known(x, node, with_factors(x, arena_printf(xmlread_arena(x),
	    "test metric op %s", more)));
	number->line = xmlread_line(node);
	number->test = xmlnode_required(x, node, "test");
	number->op = read_op(x, node);
	number->metric = xmlnode_attribute(x, node, "metric");
	if (number->metric == NULL)
		number->metric = "iops";
	check_metrics(x, node, number->metric);
	if (strchr(number->metric, ' ') != NULL)
		xmlnode_mistake(x, node, "metric=\"%s\": one is expected",
		    number->metric);
	read_filters(x, node, number->filters);
}

/* fill="4": so many numbers of what was measured, if those that are named were
 * not. */
static void
read_fill(struct xmlread *x, const xmlNode *node, struct template_block *b)
{
	const char *text = xmlnode_attribute(x, node, "fill"), *why;
	uint64_t fill;

	if (text == NULL)
		return;
	if (units_parse_whole(text, 1, 12, &fill, &why) == -1)
		xmlnode_mistake(x, node, "fill=\"%s\": %s (1 to 12)", text,
		    why);
	else
		b->fill = (size_t)fill;
}

static void
read_numbers(struct xmlread *x, const xmlNode *node, struct template_block *b)
{
	xmlnode_known(x, node, "fill" CONDITION);
	read_fill(x, node, b);
	for (xmlNode *n = xmlnode_first(x, node); n != NULL;
	    n = xmlnode_next(x, n)) {
		if (!xmlnode_is(n, "number")) {
			unknown_element(x, n, "number");
			continue;
		}
		b->numbers = arena_grow(xmlread_arena(x), b->numbers,
		    b->nnumbers, sizeof(*b->numbers));
		struct template_number *number = &b->numbers[b->nnumbers++];
		*number = (struct template_number){
			.label = xmlnode_required(x, n, "label"),
			.claim = xmlnode_attribute(x, n, "claim"),
			.finding = xmlnode_attribute(x, n, "finding"),
			.value = xmlnode_attribute(x, n, "value"),
		};
		template_read_point(x, n, "label claim finding value",
		    number);
		if (number->value == NULL)
			number->value = number->metric;
	}
	if (b->nnumbers == 0 && b->fill == 0)
		xmlnode_mistake(x, node, "<numbers> needs a <number> or "
		    "fill");
}

static void
read_block(struct xmlread *x, const xmlNode *node, struct template_page *page)
{
	struct template_block b = {.line = xmlread_line(node)};

	if (xmlnode_is(node, "figure")) {
		b.type = TEMPLATE_FIGURE;
		read_shown(x, node, &b);
	} else if (xmlnode_is(node, "table")) {
		b.type = TEMPLATE_TABLE;
		read_shown(x, node, &b);
	} else if (xmlnode_is(node, "text")) {
		b.type = TEMPLATE_TEXT;
		xmlnode_known(x, node, "title" CONDITION);
		b.title = xmlnode_attribute(x, node, "title");
		b.text = xmlnode_text(x, node);
	} else if (xmlnode_is(node, "numbers")) {
		b.type = TEMPLATE_NUMBERS;
		read_numbers(x, node, &b);
	} else {
		unknown_element(x, node, "figure, table, text, numbers");
		return;
	}
	b.shown = read_condition(x, node);
	page->blocks = arena_grow(xmlread_arena(x), page->blocks, page->nblocks,
	    sizeof(*page->blocks));
	page->blocks[page->nblocks++] = b;
}

static void
read_page(struct xmlread *x, const xmlNode *node,
    struct template_section *section)
{
	bool each = read_each(x, node);

	if (!xmlnode_is(node, "page")) {
		unknown_element(x, node, "page");
		return;
	}
	xmlnode_known(x, node, "title each plot below" CONDITION);
	if (each && section->test == NULL)
		xmlnode_mistake(x, node, "each=\"track\" belongs in the "
		    "section of a test");
	section->pages = arena_grow(xmlread_arena(x), section->pages,
	    section->npages, sizeof(*section->pages));
	struct template_page *page = &section->pages[section->npages++];
	*page = (struct template_page){
		.line = xmlread_line(node),
		.title = xmlnode_required(x, node, "title"),
		.shown = read_condition(x, node),
		.each_track = each,
		.numbered = !read_choice(x, node, "plot", "yes", "no"),
		.below = read_choice(x, node, "below", "no", "yes"),
	};
	for (xmlNode *n = xmlnode_first(x, node); n != NULL;
	    n = xmlnode_next(x, n))
		read_block(x, n, page);
	if (page->nblocks == 0)
		xmlnode_mistake(x, node, "a <page> holds at least one figure, "
		    "table or text");
}

static const struct template_panels *
find_panels(struct xmlread *x, const xmlNode *node, const struct template *t)
{
	const char *id = xmlnode_required(x, node, "panels");

	for (size_t i = 0; i < t->npanels; i++)
		if (strcmp(t->panels[i].id, id) == 0)
			return &t->panels[i];
	xmlnode_mistake(x, node, "panels=\"%s\": there are no <panels> of "
	    "this id above", id);
	return NULL;
}

static void
read_section(struct xmlread *x, const xmlNode *node, struct template *t)
{
	xmlnode_known(x, node, "test when unless heading subtitle panels");
	t->sections = arena_grow(xmlread_arena(x), t->sections, t->nsections,
	    sizeof(*t->sections));
	struct template_section *s = &t->sections[t->nsections++];
	*s = (struct template_section){
		.line = xmlread_line(node),
		.test = xmlnode_attribute(x, node, "test"),
		.shown = read_condition(x, node),
		.heading = xmlnode_required(x, node, "heading"),
		.subtitle = xmlnode_required(x, node, "subtitle"),
		.panels = find_panels(x, node, t),
	};
	for (xmlNode *n = xmlnode_first(x, node); n != NULL;
	    n = xmlnode_next(x, n))
		read_page(x, n, s);
}

/* Adds the cell or row of a list; 'element' is its name. */
static void
read_cell(struct xmlread *x, const xmlNode *node, const char *element,
    size_t *count, struct template_cell **cells)
{
	if (!xmlnode_is(node, element)) {
		unknown_element(x, node, element);
		return;
	}
	xmlnode_known(x, node, "label value" CONDITION);
	*cells = arena_grow(xmlread_arena(x), *cells, *count,
	    sizeof(**cells));
	(*cells)[(*count)++] = (struct template_cell){
		.shown = read_condition(x, node),
		.label = xmlnode_required(x, node, "label"),
		.value = xmlnode_required(x, node, "value"),
	};
}

static struct template_panel
read_panel(struct xmlread *x, const xmlNode *node)
{
	struct template_panel panel = {
		.shown = read_condition(x, node),
		.id = xmlnode_attribute(x, node, "id"),
		.title = xmlnode_required(x, node, "title"),
	};

	xmlnode_known(x, node, "id title" CONDITION);
	for (xmlNode *n = xmlnode_first(x, node); n != NULL;
	    n = xmlnode_next(x, n))
		read_cell(x, n, "row", &panel.ncells, &panel.cells);
	return panel;
}

/* A panel of a set: one of its own, or one that stands above, by its id. */
static void
read_set_panel(struct xmlread *x, const xmlNode *node,
    const struct template *t, struct template_panels *set)
{
	const char *use = xmlnode_attribute(x, node, "use");
	struct template_panel panel;
	size_t i = 0;

	if (!xmlnode_is(node, "panel")) {
		unknown_element(x, node, "panel");
		return;
	}
	if (use == NULL) {
		panel = read_panel(x, node);
	} else {
		xmlnode_known(x, node, "use");
		while (i < t->nparts && (t->parts[i].id == NULL ||
		    strcmp(t->parts[i].id, use) != 0))
			i++;
		if (i == t->nparts) {
			xmlnode_mistake(x, node, "use=\"%s\": there is no "
			    "<panel> of this id above", use);
			return;
		}
		panel = t->parts[i];
	}
	set->items = arena_grow(xmlread_arena(x), set->items, set->count,
	    sizeof(*set->items));
	set->items[set->count++] = panel;
}

static void
read_panels(struct xmlread *x, const xmlNode *node, struct template *t)
{
	xmlnode_known(x, node, "id");
	t->panels = arena_grow(xmlread_arena(x), t->panels, t->npanels,
	    sizeof(*t->panels));
	struct template_panels *p = &t->panels[t->npanels++];
	*p = (struct template_panels){.id = xmlnode_required(x, node, "id")};
	for (xmlNode *n = xmlnode_first(x, node); n != NULL;
	    n = xmlnode_next(x, n))
		read_set_panel(x, n, t, p);
	if (p->count == 0)
		xmlnode_mistake(x, node, "<panels> needs a <panel>");
}

static void
read_part(struct xmlread *x, const xmlNode *node, struct template *t)
{
	xmlnode_required(x, node, "id");
	t->parts = arena_grow(xmlread_arena(x), t->parts, t->nparts,
	    sizeof(*t->parts));
	t->parts[t->nparts++] = read_panel(x, node);
}

/* The path of a picture, which stands in the folder of the template: a template
 * of another person shows nothing else of this machine. */
static const char *
read_logo(struct xmlread *x, const xmlNode *node)
{
	const char *name = xmlnode_attribute(x, node, "logo");
	const char *path = xmlread_path(x);
	const char *slash = strrchr(path, '/');

	if (name == NULL)
		return NULL;
	if (*name == '\0' || strchr(name, '/') != NULL)
		xmlnode_mistake(x, node, "logo=\"%s\": the name of a file in "
		    "the folder of the template is expected", name);
	else
		path = arena_printf(xmlread_arena(x), "%.*s%s", slash == NULL ?
		    0 : (int)(slash - path + 1), path, name);
	if (!file_exists(path))
		xmlnode_mistake(x, node, "logo=\"%s\": there is no such file "
		    "in the folder of the template", name);
	return path;
}

static void
read_header(struct xmlread *x, const xmlNode *node, struct template *t)
{
	xmlnode_known(x, node, "organisation document revision logo"
	    CONDITION);
	t->headers = arena_grow(xmlread_arena(x), t->headers, t->nheaders,
	    sizeof(*t->headers));
	struct template_header *h = &t->headers[t->nheaders++];
	*h = (struct template_header){
		.shown = read_condition(x, node),
		.organisation = xmlnode_required(x, node, "organisation"),
		.document = xmlnode_required(x, node, "document"),
		.revision = xmlnode_required(x, node, "revision"),
		.logo = read_logo(x, node),
	};
	for (xmlNode *n = xmlnode_first(x, node); n != NULL;
	    n = xmlnode_next(x, n))
		read_cell(x, n, "cell", &h->ncells, &h->cells);
}

static void
read_template(struct xmlread *x, struct template *t)
{
	const xmlNode *root = xmlread_root(x);

	xmlnode_known(x, root, "name title");
	t->name = xmlnode_required(x, root, "name");
	t->title = xmlnode_required(x, root, "title");
	for (xmlNode *n = xmlnode_first(x, root); n != NULL;
	    n = xmlnode_next(x, n)) {
		/* Sections point to panels: these must not move any more. */
		if (xmlnode_is(n, "header"))
			read_header(x, n, t);
		else if (xmlnode_is(n, "panel"))
			read_part(x, n, t);
		else if (xmlnode_is(n, "panels") && t->nsections > 0)
			xmlnode_mistake(x, n,
			    "<panels> stand before the first <section>");
		else if (xmlnode_is(n, "panels"))
			read_panels(x, n, t);
		else if (xmlnode_is(n, "section"))
			read_section(x, n, t);
		else
			unknown_element(x, n,
			    "header, panel, panels, section");
	}
	if (t->nheaders == 0)
		xmlnode_mistake(x, root, "<report> needs a <header>");
	if (t->nsections == 0)
		xmlnode_mistake(x, root, "<report> needs a <section>");
}

const char *
template_find(struct arena *a, const char *name)
{
	size_t length = strlen(name);

	if (strchr(name, '/') != NULL || (length > 4 &&
	    strcmp(name + length - 4, ".xml") == 0))
		return name;
	return file_data_path(a, arena_printf(a, "reports/%s.xml", name));
}

struct template *
template_load(struct arena *a, const char *path)
{
	struct template *t = arena_alloc(a, sizeof(*t));
	struct xmlread *x = xmlread_open(a, path, &report);

	if (x == NULL)
		return NULL;
	t->path = path;
	read_template(x, t);
	return xmlread_close(x) == 0 ? t : NULL;
}

static void
resolve(enum factor *f, const struct plan_stage *stage)
{
	size_t n = stage == NULL ? 0 : stage->nloops;

	if (*f == TEMPLATE_INNER)
		*f = n > 0 ? stage->loops[n - 1].factor : FACTOR_BLOCK;
	else if (*f == TEMPLATE_OUTER)
		*f = n > 1 ? stage->loops[n - 2].factor :
		    n == 1 && stage->loops[0].factor == FACTOR_MIX ?
		    FACTOR_BLOCK : FACTOR_MIX;
}

struct template_block
template_resolve(const struct template_block *b,
    const struct plan_stage *stage)
{
	struct template_block resolved = *b;

	resolve(&resolved.x, stage);
	resolve(&resolved.series, stage);
	resolve(&resolved.rows, stage);
	resolve(&resolved.columns, stage);
	return resolved;
}

bool
template_matches(const char *patterns, const char *id)
{
	char pattern[128];

	for (const char *p = patterns;;) {
		size_t length = strcspn(p, "|");

		if (length < sizeof(pattern)) {
			memcpy(pattern, p, length);
			pattern[length] = '\0';
			if (fnmatch(pattern, id, 0) == 0)
				return true;
		}
		if (p[length] == '\0')
			return false;
		p += length + 1;
	}
}
