/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyze/options.h"
#include "base/report.h"
#include "base/units.h"

/* REFINE_THREADS of stats/refine.h: counters are kept for each. */
#define MOST_THREADS 8

static const char analyze_usage[] =
"usage: plateau analyze [OPTION...] RUN...\n"
"Reads the raw logs of runs and writes RUN/results/.  A run is a folder with\n"
"run.xml, plan.xml and raw/; without the two, the logs alone are analyzed.\n"
"A single log FILE.iolog needs -o.\n"
"\n"
"  -o, --output DIR  write DIR/results/ instead\n"
"      --record TIME slice longer steps into records of TIME, such as 60s\n"
"      --rule NAME   steady state by the rule of the PTS (pts) or of reviews\n"
"                    (reviews: 4 rounds, fit within 90 to 110 %), in place of\n"
"                    the plan's\n"
"      --threads N   work on N threads, 1 to 8 (as many as processors)\n"
"      --part K/N    only count the K-th of N shares of the logs\n"
"      --merge       write the results of logs that parts have counted\n"
"      --force       count logs anew that did not change\n"
"      --strict      exit 3 if steady state was not reached, I/Os failed or\n"
"                    are missing, or the run did not end\n"
"      --quiet       print no summary and no progress, but what failed\n"
"      --help        print this\n";

enum outcome
outcome_worse(enum outcome one, enum outcome other)
{
	if (one == OUTCOME_DONE || one == OUTCOME_UNMET)
		return other != OUTCOME_DONE ? other : one;
	return other > one && other != OUTCOME_UNMET ? other : one;
}

static uint64_t
online_processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	if (n < 1)
		return 1;
	return n < MOST_THREADS ? (uint64_t)n : MOST_THREADS;
}

#define MOST_OPTIONS 16

int
options_read(int argc, char **argv, const struct option_row *rows,
    const char *usage, int *first_out)
{
	struct option options[MOST_OPTIONS + 2] = {{0}};
	char letters[2 * MOST_OPTIONS + 1], *letter = letters;
	int n = 0, c;

	for (; rows[n].name != NULL; n++) {
		assert(n < MOST_OPTIONS);
		options[n] = (struct option){
			rows[n].name, rows[n].text_out != NULL, NULL, n + 1
		};
		if (rows[n].letter == 0)
			continue;
		*letter++ = rows[n].letter;
		if (rows[n].text_out != NULL)
			*letter++ = ':';
	}
	*letter = '\0';
	options[n] = (struct option){"help", no_argument, NULL, n + 1};
	while ((c = getopt_long(argc, argv, letters, options, NULL)) != -1) {
		int i = 0;

		while (i < n && c != i + 1 && c != rows[i].letter)
			i++;
		if (c == '?')
			return -1;
		if (i == n) {
			fputs(usage, stdout);
			return 1;
		}
		if (rows[i].text_out != NULL)
			*rows[i].text_out = optarg;
		else
			*rows[i].flag_out = true;
	}
	*first_out = optind;
	return 0;
}

/* Reads "K/N", 1 to N of up to MOST_PARTS parts. */
#define MOST_PARTS 10000

static int
read_part(const char *text, struct options *o_out)
{
	const char *slash = strchr(text, '/');
	char first[16] = "";
	uint64_t part = 0, nparts = 0;
	const char *why;

	if (slash != NULL && (size_t)(slash - text) < sizeof(first))
		memcpy(first, text, (size_t)(slash - text));
	if (slash == NULL ||
	    units_parse_whole(slash + 1, 1, MOST_PARTS, &nparts, &why) == -1 ||
	    units_parse_whole(first, 1, nparts, &part, &why) == -1) {
		warn_msg("--part %s: K/N is needed, with K from 1 to N and N "
		    "from 1 to %d, such as 2/4", text, MOST_PARTS);
		return -1;
	}
	o_out->part = (unsigned)part;
	o_out->nparts = (unsigned)nparts;
	return 0;
}

/* Leaves each run once, by whatever path; says which are not.  Returns how many
 * there are. */
static size_t
without_doubles(char **runs, size_t nruns)
{
	size_t n = 0;

	for (size_t i = 0; i < nruns; i++) {
		struct stat one, other;
		size_t k = 0;

		if (stat(runs[i], &one) == -1)
			k = n;
		while (k < n && (stat(runs[k], &other) == -1 ||
		    one.st_dev != other.st_dev || one.st_ino != other.st_ino))
			k++;
		if (k < n)
			warn_msg("%s: the same as %s, analyzed once", runs[i],
			    runs[k]);
		else
			runs[n++] = runs[i];
	}
	return n;
}

int
options_analyze(int argc, char **argv, struct options *o_out)
{
	const char *record = NULL, *threads = NULL, *part = NULL;
	const char *rule = NULL;
	const struct option_row rows[] = {
		{"output", 'o', &o_out->output, NULL},
		{"record", 0, &record, NULL},
		{"rule", 0, &rule, NULL},
		{"threads", 0, &threads, NULL},
		{"part", 0, &part, NULL},
		{"merge", 0, NULL, &o_out->merge},
		{"force", 0, NULL, &o_out->force},
		{"strict", 0, NULL, &o_out->strict},
		{"quiet", 0, NULL, &o_out->quiet},
		{NULL, 0, NULL, NULL},
	};
	const char *why = "a time above 0 is needed";
	uint64_t nthreads = online_processors();
	int first, result;

	*o_out = (struct options){0};
	result = options_read(argc, argv, rows, analyze_usage, &first);
	if (result != 0)
		return result;
	if (record != NULL && (units_parse_duration(record,
	    &o_out->record_ns, &why) == -1 || o_out->record_ns == 0)) {
		warn_msg("--record %s: %s", record, why);
		return -1;
	}
	if (rule != NULL &&
	    (o_out->rule = window_rule_find(rule)) == NULL) {
		warn_msg("--rule %s: expected pts or reviews", rule);
		return -1;
	}
	if (threads != NULL && units_parse_whole(threads, 1, MOST_THREADS,
	    &nthreads, &why) == -1) {
		warn_msg("--threads %s: a whole number from 1 to %d is needed",
		    threads, MOST_THREADS);
		return -1;
	}
	if (part != NULL && read_part(part, o_out) == -1)
		return -1;
	if (o_out->merge && (part != NULL || o_out->force)) {
		warn_msg("--merge puts together what was counted: it takes "
		    "neither --part nor --force");
		return -1;
	}
	o_out->nthreads = (unsigned)nthreads;
	o_out->runs = argv + first;
	o_out->nruns = without_doubles(o_out->runs, (size_t)(argc - first));
	if (o_out->nruns == 0) {
		warn_msg("which run? (see --help)");
		return -1;
	}
	if (o_out->output != NULL && o_out->nruns > 1) {
		warn_msg("-o takes one run, because the results of a second "
		    "would replace those of the first");
		return -1;
	}
	return 0;
}
