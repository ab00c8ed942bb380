/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "collect/answer.h"
#include "collect/erasable.h"
#include "collect/nvme.h"
#include "collect/tool.h"

/* Bits of what a controller says of itself. */
#define OACS_FORMAT 2u
#define SANICAP_BLOCK_ERASE 2u

static struct erasable
answer(enum erasable_can can, const char *why)
{
	return (struct erasable){.can = can, .why = why};
}

/* Whether the section, of lines that begin with blanks, has the line "WORD" or
 * "not WORD"; *not_out tells which of the two. */
static bool
find_line(const char *section, const char *word, bool *not_out)
{
	const char *line = section;

	while (*line == '\t' || *line == ' ') {
		const char *at = line + strspn(line, " \t");
		size_t length = strcspn(line, "\n");

		*not_out = strncmp(at, "not", 3) == 0 &&
		    (at[3] == ' ' || at[3] == '\t');
		if (*not_out)
			at += 3 + strspn(at + 3, " \t");
		if (strncmp(at, word, strlen(word)) == 0 &&
		    strchr("\r\n", at[strlen(word)]) != NULL)
			return true;
		line += length + (line[length] == '\n');
	}
	return false;
}

static bool
is_so(const char *section, const char *word)
{
	bool not;

	return find_line(section, word, &not) && !not;
}

struct erasable
erasable_parse_ata(const char *text)
{
	const char *section = strstr(text, "\nSecurity:");
	bool not;

	if (section == NULL)
		return strstr(text, "ATA device") == NULL ?
		    answer(ERASABLE_YES, NULL) : answer(ERASABLE_NEVER,
		    "the drive has no secure erase");
	section += 1 + strcspn(section + 1, "\n");
	section += *section == '\n';
	if (find_line(section, "supported", &not) && not)
		return answer(ERASABLE_NEVER, "the drive has no secure erase");
	if (is_so(section, "locked") || is_so(section, "enabled"))
		return answer(ERASABLE_NOT_NOW, "the drive has a password "
		    "already; if it is that of an erase that was cut off, take "
		    "it away with 'hdparm --user-master u --security-unlock "
		    "plateau' and 'hdparm --user-master u --security-disable "
		    "plateau'");
	if (is_so(section, "frozen"))
		return answer(ERASABLE_NOT_NOW, "the drive is frozen: the "
		    "firmware of the host forbids erases until it is off for a "
		    "moment; suspend the host and wake it, or take the drive's "
		    "power away and give it back");
	if (is_so(section, "expired: security count"))
		return answer(ERASABLE_NOT_NOW, "the drive has had too many "
		    "wrong passwords; take its power away and give it back");
	return answer(ERASABLE_YES, NULL);
}

struct erasable
erasable_parse_nvme(const char *text, size_t length, const char *method)
{
	bool format = strcmp(method, "nvme-format") == 0;
	json_object *root = answer_json(text, length);
	double bits;
	bool told = answer_number(answer_find(root, format ? "oacs" :
	    "sanicap"), &bits) && bits <= UINT32_MAX;
	bool has = told && ((uint32_t)bits & (format ? OACS_FORMAT :
	    SANICAP_BLOCK_ERASE)) != 0;

	json_object_put(root);
	if (!told || has)
		return answer(ERASABLE_YES, NULL);
	return answer(ERASABLE_NEVER, format ? "its controller cannot format "
	    "namespaces" : "its controller has no sanitize by block erase");
}

/* What it means that a drive told nothing: one of the kind may be busy, and an
 * adapter would have answered for it. */
static struct erasable
of_kind(const struct target *t, const char *name, const char *why_not)
{
	bool is = strncmp(t->device.name, name, strlen(name)) == 0;

	return answer(is ? ERASABLE_YES : ERASABLE_NEVER, is ? NULL : why_not);
}

struct erasable
erasable_ask(struct arena *a, const struct target *t, const char *method)
{
	const char *const argv[] = {"hdparm", "-I", arena_printf(a, "/dev/%s",
	    t->device.whole_name), NULL};
	struct tool_result r;

	if (strcmp(method, "ata-secure-erase") == 0) {
		if (tool_ask(a, argv, &r) == 0 && r.status == 0)
			return erasable_parse_ata(r.output);
		return of_kind(t, "sd", "it is no ATA drive, nor does it "
		    "answer hdparm as one");
	}
	if (strncmp(method, "nvme-", 5) == 0) {
		if (nvme_ask(a, t, "id-ctrl", &r))
			return erasable_parse_nvme(r.output, r.length, method);
		return of_kind(t, "nvme", "it is no NVMe drive, nor does it "
		    "answer nvme as one");
	}
	return answer(ERASABLE_YES, NULL);
}
