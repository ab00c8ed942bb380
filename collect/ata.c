/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collect/answer.h"
#include "collect/ata.h"
#include "collect/tool.h"

void
ata_parse(struct arena *a, const char *text, struct facts *facts)
{
	static const struct {
		const char *fact, *line;
	} known[] = {
		{"model", "Model Number"},
		{"firmware", "Firmware Revision"},
		{"serial", "Serial Number"},
		{"form_factor", "Form Factor"},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		answer_set_text(a, facts, known[i].fact, answer_line(a, text,
		    known[i].line));
}

void
ata_identify(struct arena *a, const struct target *t, struct facts *facts)
{
	struct tool_result r;

	if (!t->block || t->device.whole_name == NULL ||
	    strncmp(t->device.whole_name, "sd", 2) != 0 ||
	    strstr(t->device.whole_dir, "/ata") == NULL)
		return;

	const char *const argv[] = {"hdparm", "-I", arena_printf(a, "/dev/%s",
	    t->device.whole_name), NULL};

	if (tool_ask(a, argv, &r) == 0 && r.status == 0)
		ata_parse(a, r.output, facts);
}
