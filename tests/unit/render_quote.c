/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever a text holds, gnuplot reads a quoted string as that text and as
 * nothing else: thousands of hostile strings come back unchanged, from gnuplot
 * and through the SVG, and none of them runs a command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libxml/parser.h>

#include "base/file.h"
#include "base/report.h"
#include "render/gnuplot.h"
#include "render/gp_string.h"
#include "render/text_clean.h"

#define STRINGS 4000
#define LABELS 400
#define PIECES 12

/* Pieces that mean something to gnuplot, to a shell, or to XML. */
static const char *const pieces[] = {
	"'", "\"", "\\", "`", "`touch ran`", "$(touch ran)", "@", "@x", "#",
	"38", "0", "7", "\n", "\r", "\t", "!touch ran", ";", "|touch ran",
	"< touch ran", "]]>", "&#x41;", "&#x1;", "&amp;", "<b>", "</text>",
	"&", "<", ">", "%", "%s", "%d%%", "{/Bold x}", "_", "^", "~", "\\n",
	"\\140", "\\0140", " ", "  ", "SSD", "4KiB", "Диск", "容量", "µs",
	"😀", "\xff", "\xc3", "\x01", "\x7f", "system('touch ran')", "eval",
	"<!DOCTYPE x [", "<?x", "//", "*/", "$0", "${x}", "\\", "'", "\"",
};

static unsigned seed = 20261130;

static unsigned
draw(unsigned below)
{
	seed = seed * 1103515245u + 12345u;
	return (seed >> 10) % below;
}

static const char *
hostile(struct arena *a)
{
	const char *text = "";
	unsigned count = draw(PIECES);

	for (unsigned i = 0; i < count; i++)
		text = arena_printf(a, "%s%s", text,
		    pieces[draw(sizeof(pieces) / sizeof(pieces[0]))]);
	return text;
}

/* What gnuplot holds: the text, with the entities that only the svg terminal
 * turns back. */
static const char *
in_gnuplot(struct arena *a, const char *text)
{
	const char *clean = text_clean(a, text);
	char *out = arena_alloc(a, strlen(clean) * 4 + 1), *p = out;

	while (*clean != '\0') {
		if (strncmp(clean, "&#x", 3) == 0) {
			p = stpcpy(p, "&#x26;#x");
			clean += 3;
		} else if (strncmp(clean, "]]>", 3) == 0) {
			p = stpcpy(p, "]]&#x3e;");
			clean += 3;
		} else {
			*p++ = *clean++;
		}
	}
	return out;
}

static char *
run(struct arena *a, const char *dir, const char *script)
{
	struct gnuplot_job *job;
	char *output;
	size_t length;
	const char *why;

	if (file_replace_bytes(arena_printf(a, "%s/test.gp", dir), script,
	    strlen(script)) != 0)
		return NULL;
	if (gnuplot_start(dir, 1, &(const char *){"test.gp"}, &job) !=
	    GNUPLOT_OK ||
	    gnuplot_wait(a, job, &output, &length, &why) != GNUPLOT_OK)
		return NULL;
	return output;
}

static int
test_print(struct arena *a, const char *dir)
{
	const char **texts = arena_array(a, STRINGS, sizeof(*texts));
	char *script;
	size_t size;
	FILE *f = open_memstream(&script, &size);
	int bad = 0;

	fputs("set encoding utf8\nset print '-'\n", f);
	for (size_t i = 0; i < STRINGS; i++) {
		texts[i] = hostile(a);
		fprintf(f, "print %s\n", gp_string(a, texts[i]));
	}
	fclose(f);
	char *output = run(a, dir, script);
	free(script);
	if (output == NULL)
		return 1;
	for (size_t i = 0; i < STRINGS; i++) {
		char *line = strsep(&output, "\n");

		if (line != NULL &&
		    strcmp(line, in_gnuplot(a, texts[i])) == 0)
			continue;
		if (bad++ == 0)
			printf("\"%s\" came back as \"%s\"\n",
			    text_clean(a, texts[i]),
			    line != NULL ? line : "(nothing)");
	}
	return bad;
}

/* The text of the SVG's elements <text>, one after another. */
static void
gather(struct arena *a, xmlNodePtr node, const char ***texts, size_t *count)
{
	for (; node != NULL; node = node->next) {
		if (node->type == XML_ELEMENT_NODE &&
		    strcmp((const char *)node->name, "text") == 0) {
			xmlChar *text = xmlNodeGetContent(node);

			*texts = arena_grow(a, *texts, *count,
			    sizeof(**texts));
			(*texts)[(*count)++] = arena_strdup(a, (char *)text);
			xmlFree(text);
		}
		gather(a, node->children, texts, count);
	}
}

static bool
is_blank(const char *text)
{
	return text[strspn(text, " ")] == '\0';
}

static int
test_labels(struct arena *a, const char *dir)
{
	const char **want = arena_array(a, LABELS, sizeof(*want));
	const char **got = NULL;
	size_t nwant = 0, ngot = 0;
	char *script;
	size_t size;
	FILE *f = open_memstream(&script, &size);
	int bad = 0;

	fputs("set encoding utf8\nset term svg noenhanced\nunset tics\n"
	    "unset key\nset title \"\"\n", f);
	while (nwant < LABELS) {
		const char *text = hostile(a);

		/* gnuplot draws nothing for these. */
		if (is_blank(text_clean(a, text)))
			continue;
		want[nwant++] = text_clean(a, text);
		fprintf(f, "set label %zu %s at screen 0.5,0.5\n", nwant,
		    gp_string(a, text));
	}
	fputs("plot [0:1][0:1] x\n", f);
	fclose(f);
	char *svg = run(a, dir, script);
	free(script);
	if (svg == NULL)
		return 1;
	xmlDocPtr doc = xmlReadMemory(svg, (int)strlen(svg), "svg", NULL,
	    XML_PARSE_NONET);
	if (doc == NULL)
		return 1;
	gather(a, xmlDocGetRootElement(doc), &got, &ngot);
	xmlFreeDoc(doc);
	for (size_t i = 0; i < nwant; i++)
		if (i >= ngot || strcmp(got[i], want[i]) != 0) {
			if (bad++ == 0)
				printf("label \"%s\" is \"%s\"\n", want[i],
				    i < ngot ? got[i] : "(nothing)");
		}
	return bad;
}

/* Labels at ticks are formats: the signs of percent are kept too. */
static int
test_ticks(struct arena *a, const char *dir)
{
	static const char *const labels[] = {"50 %", "100%s", "%g%%", "a"};
	const char *script = "set encoding utf8\nset term svg noenhanced\n"
	    "unset ytics\nunset key\nset xtics (", **got = NULL;
	size_t ngot = 0;
	int bad = 0;

	for (int i = 0; i < 4; i++)
		script = arena_printf(a, "%s%s%s %d", script,
		    i > 0 ? "," : "", gp_tick_string(a, labels[i]), i);
	char *svg = run(a, dir, arena_printf(a, "%s)\nplot [0:3] x\n",
	    script));
	if (svg == NULL)
		return 1;
	xmlDocPtr doc = xmlReadMemory(svg, (int)strlen(svg), "svg", NULL,
	    XML_PARSE_NONET);
	if (doc == NULL)
		return 1;
	gather(a, xmlDocGetRootElement(doc), &got, &ngot);
	xmlFreeDoc(doc);
	for (size_t i = 0; i < 4; i++)
		if (i >= ngot || strcmp(got[i], labels[i]) != 0) {
			printf("tick \"%s\" is \"%s\"\n", labels[i],
			    i < ngot ? got[i] : "(nothing)");
			bad++;
		}
	return bad;
}

int
main(void)
{
	char dir[] = "/tmp/render_quote.XXXXXX";
	unsigned major, minor;

	report_set_program("render_quote");
	if (gnuplot_version(&major, &minor) != GNUPLOT_OK) {
		puts("skipped: no gnuplot");
		return 77;
	}
	if (mkdtemp(dir) == NULL)
		return 1;
	struct arena *a = arena_new();
	int bad = test_print(a, dir) + test_labels(a, dir) +
	    test_ticks(a, dir);
	if (access(arena_printf(a, "%s/ran", dir), F_OK) == 0) {
		puts("a string ran a command");
		bad++;
	}
	unlink(arena_printf(a, "%s/test.gp", dir));
	rmdir(dir);
	arena_free(a);
	return bad == 0 ? 0 : 1;
}
