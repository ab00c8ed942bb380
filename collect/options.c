/* SPDX-License-Identifier: BSD-2-Clause */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/report.h"
#include "base/shell.h"
#include "base/units.h"
#include "collect/options.h"

enum {
	OPTION_PLAN = 256, OPTION_TARGET, OPTION_CREATE, OPTION_DESTROY,
	OPTION_ENGINE, OPTION_SET, OPTION_SCALE, OPTION_SEED, OPTION_DRY_RUN,
	OPTION_STRICT, OPTION_QUIET, OPTION_DEMONSTRATION, OPTION_RESUME,
	OPTION_PIN, OPTION_CLOCK, OPTION_STAMP,
	OPTION_HELP
};

static const struct option long_options[] = {
	{"plan", required_argument, NULL, OPTION_PLAN},
	{"target", required_argument, NULL, OPTION_TARGET},
	{"create", required_argument, NULL, OPTION_CREATE},
	{"destroy", required_argument, NULL, OPTION_DESTROY},
	{"engine", required_argument, NULL, OPTION_ENGINE},
	{"set", required_argument, NULL, OPTION_SET},
	{"scale", required_argument, NULL, OPTION_SCALE},
	{"seed", required_argument, NULL, OPTION_SEED},
	{"dry-run", no_argument, NULL, OPTION_DRY_RUN},
	{"pin", required_argument, NULL, OPTION_PIN},
	{"clock", required_argument, NULL, OPTION_CLOCK},
	{"stamp", required_argument, NULL, OPTION_STAMP},
	{"strict", no_argument, NULL, OPTION_STRICT},
	{"quiet", no_argument, NULL, OPTION_QUIET},
	{"demonstration", no_argument, NULL, OPTION_DEMONSTRATION},
	{"resume", required_argument, NULL, OPTION_RESUME},
	{"output", required_argument, NULL, 'o'},
	{"help", no_argument, NULL, OPTION_HELP},
	{NULL, 0, NULL, 0},
};

static const char help[] =
"usage: plateau run --plan NAME|FILE --target PATH [OPTION...] -o RUN\n"
"       plateau run --resume RUN [--destroy TOKEN]\n"
"\n"
"Measures a drive or a file by a plan and keeps the latency of every I/O.\n"
"\n"
"  --plan NAME|FILE   what to do; 'plateau plans' lists the names\n"
"  --target PATH      a block device or a file; with --engine sim the profile\n"
"                     of a simulated drive, by name or path\n"
"  --create SIZE      make the file PATH, of this size; it must not exist\n"
"  --destroy TOKEN    allow writing over what there is: the serial number of\n"
"                     the device (NAME:BYTES if it has none), or the path of\n"
"                     the file\n"
"  -o, --output RUN   the folder for the run, new or empty\n"
"  --engine NAME      how I/Os are submitted: %s\n"
"  --set NAME=VALUES  other values for a factor (block='4KiB 8KiB', mix=,\n"
"                     threads=, depth=, ...) or for duration=, ramp=,\n"
"                     rounds=, window=; may be repeated\n"
"  --scale N          divide durations and fills by N; declared in the report\n"
"  --seed N           of offsets, mixes and data; else random, and kept\n"
"  --pin CPUS         run I/O threads on these processors, such as 0-3,8: the\n"
"                     first thread on the first, and so on; else the kernel\n"
"                     places them\n"
"  --clock CLOCK      stamp I/Os with tsc, the processor's time stamp counter,\n"
"                     or raw, CLOCK_MONOTONIC_RAW; else (auto) with tsc where\n"
"                     the kernel trusts it\n"
"  --stamp HOW        one stamp for each batch of completions that the kernel\n"
"                     returns together (batch, the default), or one for each\n"
"                     completion (event)\n"
"  --dry-run          check everything, say what would be done and which token\n"
"                     it takes, write nothing\n"
"  --strict           exit with 3 if there were I/O errors or no steady state\n"
"  --quiet            no progress\n"
"  --demonstration    the report says that target and lengths are only a\n"
"                     demonstration\n"
"  --resume RUN       go on with a run that was interrupted; what has no serial\n"
"                     number is to be named again with --destroy\n"
"  --help             this text\n";

static bool
bad_value(const char *option, const char *value, const char *why)
{
	warn_msg("--%s %s: %s", option, value, why);
	return false;
}

static bool
parse_engine(const char *text, struct options *out)
{
	out->engine = engine_find(text);
	if (out->engine != NULL)
		return true;
	warn_msg("--engine %s: there is no such engine; there are: %s", text,
	    engine_names());
	return false;
}

static bool
parse_create(const char *text, struct options *out)
{
	const char *why = "must be larger than 0";

	if (units_parse_size(text, &out->create_bytes, &why) == 0 &&
	    out->create_bytes > 0)
		return true;
	return bad_value("create", text, why);
}

static bool
parse_scale(const char *text, struct options *out)
{
	const char *why = "must be 1 or larger: it divides durations";

	if (units_parse_double(text, &out->scale, &why) == 0 &&
	    out->scale >= 1)
		return true;
	return bad_value("scale", text, why);
}

static bool
parse_seed(const char *text, struct options *out)
{
	const char *why;

	if (units_parse_whole(text, 0, UINT64_MAX, &out->seed, &why) == 0)
		return true;
	return bad_value("seed", text, why);
}

static bool
parse_clock(const char *text, struct options *out)
{
	static const char *const names[] = {
		[TICKS_AUTO] = "auto", [TICKS_TSC] = "tsc", [TICKS_RAW] = "raw",
	};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(text, names[i]) == 0) {
			out->clock = (enum ticks_choice)i;
			return true;
		}
	return bad_value("clock", text, "there are auto, tsc and raw");
}

static bool
parse_stamp(const char *text, struct options *out)
{
	out->stamp_each = strcmp(text, "event") == 0;
	if (out->stamp_each || strcmp(text, "batch") == 0)
		return true;
	return bad_value("stamp", text, "there are batch and event");
}

static void
add_set(struct arena *a, const char *text, struct options *out)
{
	out->sets = arena_grow(a, out->sets, out->nsets, sizeof(*out->sets));
	out->sets[out->nsets++] = text;
}

/* Takes one option.  False: its value is wrong, and that was printed. */
static bool
take(struct arena *a, int option, char *value, struct options *out)
{
	switch (option) {
	case OPTION_PLAN:
		out->plan = value;
		return true;
	case OPTION_TARGET:
		out->target = value;
		return true;
	case OPTION_CREATE:
		return parse_create(value, out);
	case OPTION_DESTROY:
		out->destroy = value;
		return true;
	case OPTION_ENGINE:
		return parse_engine(value, out);
	case OPTION_SET:
		add_set(a, value, out);
		return true;
	case OPTION_SCALE:
		return parse_scale(value, out);
	case OPTION_SEED:
		return parse_seed(value, out);
	case OPTION_PIN:
		return pin_parse(a, value, &out->pin);
	case OPTION_CLOCK:
		return parse_clock(value, out);
	case OPTION_STAMP:
		return parse_stamp(value, out);
	case OPTION_DRY_RUN:
		out->dry_run = true;
		return true;
	case OPTION_STRICT:
		out->strict = true;
		return true;
	case OPTION_QUIET:
		out->quiet = true;
		return true;
	case OPTION_DEMONSTRATION:
		out->demonstration = true;
		return true;
	case OPTION_RESUME:
		out->resume = value;
		return true;
	case 'o':
		out->run_dir = value;
		return true;
	default:
		return false;		/* getopt_long() said why */
	}
}

/* What is missing or contradicts itself; NULL if nothing. */
static const char *
complaint(const struct options *o)
{
	if (o->resume != NULL)
		return o->plan != NULL || o->target != NULL ||
		    o->run_dir != NULL || o->create_bytes > 0 ||
		    o->nsets > 0 || o->scale != 1 ||
		    o->pin.text != NULL ?
		    "--resume goes on with what the run began with: no plan, "
		    "target or -o beside it." : NULL;
	if (o->plan == NULL)
		return "--plan is missing: what is to be done?";
	if (o->target == NULL)
		return "--target is missing: what is to be measured?";
	if (o->target[0] == '\0')
		return "--target is empty: what is to be measured?";
	if (o->run_dir == NULL && !o->dry_run)
		return "-o is missing: where does the run go?";
	if (o->engine->simulated && (o->create_bytes > 0 ||
	    o->destroy != NULL))
		return "a simulated drive is neither made nor destroyed: no "
		    "--create or --destroy with --engine sim.";
	if (o->engine->simulated && o->pin.text != NULL)
		return "a simulation has no threads to pin.";
	if (o->engine->simulated && (o->clock != TICKS_AUTO || o->stamp_each))
		return "a simulation has a clock of its own: no --clock or "
		    "--stamp.";
	if (o->create_bytes > 0 && o->destroy != NULL)
		return "--create makes a new file and --destroy writes over "
		    "one: only one of them.";
	return NULL;
}

/* The command as a shell would take it again. */
static const char *
quoted(struct arena *a, int argc, char **argv)
{
	const char *all = "plateau";

	for (int i = 0; i < argc; i++)
		all = arena_printf(a, "%s %s", all, shell_quote(a, argv[i]));
	return all;
}

bool
options_parse(struct arena *a, int argc, char **argv, struct options *out,
    enum outcome *outcome_out)
{
	static char name[] = "plateau run";
	int option;

	memset(out, 0, sizeof(*out));
	out->engine = &engine_aio;
	out->scale = 1;
	out->command = quoted(a, argc, argv);
	if (getrandom(&out->seed, sizeof(out->seed), 0) == -1) {
		warn_errno("getrandom");
		*outcome_out = OUTCOME_FAILED;
		return false;
	}
	*outcome_out = OUTCOME_USAGE;
	/* getopt_long() leads its messages with it. */
	argv[0] = name;
	while ((option = getopt_long(argc, argv, "o:", long_options, NULL)) !=
	    -1) {
		if (option == OPTION_HELP) {
			printf(help, engine_names());
			*outcome_out = OUTCOME_DONE;
			return false;
		}
		if (!take(a, option, optarg, out))
			return false;
	}
	const char *wrong = complaint(out);

	if (out->resume != NULL)
		out->run_dir = out->resume;
	if (optind < argc)
		warn_msg("'%s': no such argument; see plateau run --help",
		    argv[optind]);
	else if (wrong != NULL)
		warn_msg("%s See plateau run --help", wrong);
	else
		return true;
	return false;
}
