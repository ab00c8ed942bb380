/* SPDX-License-Identifier: BSD-2-Clause */
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

#include "analyze/options.h"
#include "base/report.h"
#include "base/units.h"

/* REFINE_THREADS of stats/refine.h: counters are kept for each. */
#define MOST_THREADS 8

static const char usage[] =
"usage: plateau analyze [OPTION...] RUN...\n"
"Reads the raw logs of runs and writes RUN/results/.  A run is a folder with\n"
"run.xml, plan.xml and raw/; without the two, the logs alone are analyzed.\n"
"A single log FILE.iolog needs -o.\n"
"\n"
"  -o, --output DIR  write DIR/results/ instead\n"
"      --record TIME slice longer steps into records of TIME, such as 60s\n"
"      --threads N   work on N threads, 1 to 8 (as many as processors)\n"
"      --strict      exit 3 if steady state was not reached, I/Os failed or\n"
"                    are missing, or the run did not end\n"
"      --quiet       print no summary\n"
"      --help        print this\n";

static uint64_t
online_processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	if (n < 1)
		return 1;
	return n < MOST_THREADS ? (uint64_t)n : MOST_THREADS;
}

int
options_analyze(int argc, char **argv, struct options *o_out)
{
	static const struct option options[] = {
		{"output", required_argument, NULL, 'o'},
		{"record", required_argument, NULL, 'r'},
		{"threads", required_argument, NULL, 't'},
		{"strict", no_argument, NULL, 's'},
		{"quiet", no_argument, NULL, 'q'},
		{"help", no_argument, NULL, 'h'},
		{0},
	};
	const char *why = "a time above 0 is needed";
	uint64_t nthreads = online_processors();
	int c;

	*o_out = (struct options){0};
	while ((c = getopt_long(argc, argv, "o:", options, NULL)) != -1) {
		switch (c) {
		case 'o':
			o_out->output = optarg;
			break;
		case 'r':
			if (units_parse_duration(optarg, &o_out->record_ns,
			    &why) == -1 || o_out->record_ns == 0) {
				warn_msg("--record %s: %s", optarg, why);
				return -1;
			}
			break;
		case 't':
			if (units_parse_whole(optarg, 1, MOST_THREADS,
			    &nthreads, &why) == -1) {
				warn_msg("--threads %s: %s", optarg, why);
				return -1;
			}
			break;
		case 's':
			o_out->strict = true;
			break;
		case 'q':
			o_out->quiet = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return 1;
		default:
			return -1;
		}
	}
	o_out->nthreads = (unsigned)nthreads;
	o_out->runs = argv + optind;
	o_out->nruns = (size_t)(argc - optind);
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
