/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "model/drive.h"
#include "model/xmlread.h"

static const struct xmlread_kind drive_document = {
	.root = "drive",
	.ns = "urn:plateau:drive:1",
	.grammar = "schema/drive.rng",
	.max_bytes = (size_t)1 << 16,
};

/* A drive, and what its attributes say before it is put into its units. */
struct profile {
	struct drive drive;
	const char *capacity, *page, *flash_page, *cache;
	double spare_frac, jitter_frac, compression_frac;
	double slowest;			/* programs last up to this factor */
	unsigned policy, duplex;	/* places in the words below */
};

static const char *const policies[] = {"greedy", "fifo", NULL};
static const char *const duplexes[] = {"half", "full", NULL};

#define PARAMETER(name_, type_, member_, ...)				\
	XMLFIELD(name_, type_, struct profile,				\
	    drive.parameters.member_, __VA_ARGS__)
#define WHOLE(name_, member_, least_, most_)				\
	PARAMETER(name_, FIELD_WHOLE32, member_, .required = true,	\
	    .least = (least_), .most = (most_))
#define RATE(name_, member_)						\
	PARAMETER(name_, FIELD_WHOLE, member_, .required = true,	\
	    .least = 1, .most = 1000000)
#define TIME(name_, member_)						\
	PARAMETER(name_, FIELD_DURATION, member_, .required = true,	\
	    .most = UINT64_C(1000000000000))
#define TIME_OR_NONE(name_, member_)					\
	PARAMETER(name_, FIELD_DURATION, member_, .least = 1,		\
	    .most = UINT64_C(1000000000000))
#define SIZE(name_, member_)						\
	XMLFIELD(name_, FIELD_TEXT, struct profile, member_,		\
	    .required = true)
#define SHARE(name_, member_)						\
	XMLFIELD(name_, FIELD_PERCENT, struct profile, member_,		\
	    .fallback = "0%")

static const struct xmlfield drive_fields[] = {
	XMLFIELD("name", FIELD_NAME, struct profile, drive.name,
	    .required = true),
	XMLFIELD("title", FIELD_TEXT, struct profile, drive.title,
	    .required = true),
	XMLFIELD("about", FIELD_TEXT, struct profile, drive.about),
	PARAMETER("seed", FIELD_WHOLE, seed, .fallback = "0"),
	SIZE("capacity", capacity),
	SIZE("page", page),
	{.name = NULL}
};

static const struct xmlfield flash_fields[] = {
	XMLFIELD("over-provisioning", FIELD_PERCENT, struct profile,
	    spare_frac, .required = true),
	WHOLE("channels", channels, 1, 64),
	WHOLE("dies", dies, 1, 64),
	WHOLE("planes", planes, 1, 16),
	SIZE("page", flash_page),
	WHOLE("block-pages", block_pages, 1, 65536),
	TIME("read", read_ns),
	TIME("program", program_ns),
	TIME("erase", erase_ns),
	RATE("channel-mb-s", channel_mb_s),
	TIME_OR_NONE("suspend", suspend_ns),
	{.name = NULL}
};

static const struct xmlfield collection_fields[] = {
	XMLFIELD("policy", FIELD_CHOICE, struct profile, policy,
	    .fallback = "greedy", .words = policies),
	WHOLE("reserve", reserve_blocks, 2, 1048576),
	TIME_OR_NONE("stall", stall_ns),
	TIME_OR_NONE("idle-after", idle_after_ns),
	TIME_OR_NONE("idle-copy", idle_copy_ns),
	PARAMETER("idle-free", FIELD_WHOLE32, idle_free_blocks,
	    .most = 1048576),
	{.name = NULL}
};

static const struct xmlfield cache_fields[] = {
	SIZE("size", cache),
	{.name = NULL}
};

static const struct xmlfield link_fields[] = {
	XMLFIELD("kind", FIELD_TEXT, struct profile, drive.link),
	RATE("mb-s", link_mb_s),
	TIME("command", command_ns),
	XMLFIELD("duplex", FIELD_CHOICE, struct profile, duplex,
	    .required = true, .words = duplexes),
	PARAMETER("depth", FIELD_WHOLE32, queue_depth, .most = 65536),
	{.name = NULL}
};

static const struct xmlfield controller_fields[] = {
	TIME("read", read_overhead_ns),
	TIME("write", write_overhead_ns),
	SHARE("jitter", jitter_frac),
	SHARE("compression", compression_frac),
	{.name = NULL}
};

static bool
is_slowest(double value)
{
	return value >= 1 && value <= 11;
}

static const struct xmlfield swing_fields[] = {
	PARAMETER("period", FIELD_DURATION, swing_period_ns, .required = true,
	    .least = 1000000),
	XMLFIELD("slowest", FIELD_REAL, struct profile, slowest,
	    .required = true, .good = is_slowest,
	    .expected = "a number from 1 to 11"),
	{.name = NULL}
};

static void
read_element(struct xmlread *x, xmlNode *node, const struct xmlfield *fields,
    void *context)
{
	xmlread_attributes(x, node, fields, context, NULL);
	xmlread_children(x, node, NULL, NULL);
}

static void
read_size(struct xmlread *x, xmlNode *node, const char *name, const char *text,
    uint64_t most, uint64_t *bytes_out)
{
	const char *why;

	if (text == NULL)
		return;		/* its absence has been told */
	if (units_parse_block(text, bytes_out, &why) == -1)
		xmlread_mistake(x, xmlread_attribute_line(node, name),
		    "%s=\"%.80s\": %s", name, text, why);
	else if (*bytes_out > most)
		xmlread_mistake(x, xmlread_attribute_line(node, name),
		    "%s=\"%.80s\": at most %" PRIu64 " bytes are expected",
		    name, text, most);
}

static void
read_flash(struct xmlread *x, xmlNode *node, void *context)
{
	struct profile *p = context;
	uint64_t page_bytes = 0;

	read_element(x, node, flash_fields, p);
	read_size(x, node, "page", p->flash_page, UINT32_MAX, &page_bytes);
	p->drive.parameters.flash_page_bytes = (uint32_t)page_bytes;
	p->drive.parameters.suspends =
	    xmlHasProp(node, BAD_CAST "suspend") != NULL;
}

static void
read_collection(struct xmlread *x, xmlNode *node, void *context)
{
	struct profile *p = context;

	read_element(x, node, collection_fields, p);
	p->drive.parameters.fifo = p->policy == 1;
}

static void
read_cache(struct xmlread *x, xmlNode *node, void *context)
{
	struct profile *p = context;

	read_element(x, node, cache_fields, p);
	read_size(x, node, "size", p->cache, UINT64_C(1) << 30,
	    &p->drive.parameters.cache_bytes);
}

static void
read_link(struct xmlread *x, xmlNode *node, void *context)
{
	struct profile *p = context;

	read_element(x, node, link_fields, p);
	p->drive.parameters.full_duplex = p->duplex == 1;
}

static uint32_t
scaled(double frac, double scale)
{
	return (uint32_t)(frac * scale + 0.5);
}

static void
read_controller(struct xmlread *x, xmlNode *node, void *context)
{
	struct profile *p = context;

	read_element(x, node, controller_fields, p);
	p->drive.parameters.jitter_permille = scaled(p->jitter_frac, 1000);
	p->drive.parameters.compression_percent =
	    scaled(p->compression_frac, 100);
}

static void
read_swing(struct xmlread *x, xmlNode *node, void *context)
{
	struct profile *p = context;

	read_element(x, node, swing_fields, p);
	if (!is_slowest(p->slowest))
		return;		/* told already */
	p->drive.parameters.swing_percent = scaled(p->slowest - 1, 100);
}

static void
read_sizes(struct xmlread *x, xmlNode *root, struct profile *p)
{
	struct sim_parameters *s = &p->drive.parameters;
	uint64_t page_bytes = 0;

	read_size(x, root, "capacity", p->capacity, UINT64_C(1) << 43,
	    &s->capacity_bytes);
	read_size(x, root, "page", p->page, UINT32_MAX, &page_bytes);
	s->page_bytes = (uint32_t)page_bytes;
	s->flash_bytes = (uint64_t)((double)s->capacity_bytes *
	    (1 + p->spare_frac) + 0.5);
}

struct drive *
drive_load(struct arena *a, const char *path)
{
	static const struct xmlread_child children[] = {
		{"flash", read_flash, .once = true, .required = true},
		{"collection", read_collection, .once = true, .required = true},
		{"cache", read_cache, .once = true, .required = true},
		{"link", read_link, .once = true, .required = true},
		{"controller", read_controller, .once = true,
		    .required = true},
		{"swing", read_swing, .once = true},
		{.name = NULL}
	};
	struct xmlread *x = xmlread_open(a, path, &drive_document);

	if (x == NULL)
		return NULL;
	struct profile *p = arena_alloc(a, sizeof(*p));
	xmlNode *root = xmlread_root(x);
	int line = xmlread_line(root);
	xmlread_attributes(x, root, drive_fields, p, NULL);
	xmlread_children(x, root, children, p);
	read_sizes(x, root, p);
	if (xmlread_close(x) == -1)
		return NULL;
	/* What only makes sense together. */
	const char *why = sim_parameters_check(&p->drive.parameters);
	if (why != NULL) {
		warn_msg("%s:%d: %s", path, line, why);
		return NULL;
	}
	return &p->drive;
}

static int
is_profile(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');

	return end != NULL && end != entry->d_name && strcmp(end, ".xml") == 0;
}

const char *
drive_names(struct arena *a)
{
	struct dirent **entries;
	int n = scandir(file_data_path(a, "drives"), &entries, is_profile,
	    alphasort);
	const char *list = "";

	if (n < 0)
		return list;
	for (int i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;

		list = arena_printf(a, "%s%s%.*s", list, i == 0 ? "" : ", ",
		    (int)strlen(name) - 4, name);
		free(entries[i]);
	}
	free(entries);
	return list;
}

char *
drive_find(struct arena *a, const char *name)
{
	size_t length = strlen(name);

	if (strchr(name, '/') != NULL ||
	    (length > 4 && strcmp(name + length - 4, ".xml") == 0))
		return arena_strdup(a, name);
	return file_data_path(a, arena_printf(a, "drives/%s.xml", name));
}
