/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiles in templates/drives/ load and behave as they say: how many
 * random 4 KiB writes a second before the cliff and in the steady state, how
 * many reads, whether a rule of five rounds ever holds; bad profiles are
 * refused.  Each is tried at an eighth of its capacity, in proportion.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "iolog/generator.h"
#include "model/drive.h"

#define PAGE UINT64_C(4096)
#define SECOND UINT64_C(1000000000)
#define DEPTH 128
#define ROUNDS 25

static int failed;
static uint64_t longest_ns;

/* Runs 4 KiB commands for 'ns' or 'count', whichever ends first; IOPS. */
static double
drive(struct sim_drive *d, const struct sim_parameters *p, enum sim_op op,
    uint64_t ns, uint64_t count, uint64_t *now_ns)
{
	static uint64_t key, began_ns[DEPTH];
	uint64_t npages = p->capacity_bytes / PAGE;
	uint64_t first_ns = *now_ns, submitted = 0, done = 0, tag = 0;

	longest_ns = 0;
	key++;
	for (;;) {
		while (submitted < count && submitted - done < DEPTH &&
		    *now_ns < first_ns + ns) {
			uint64_t page = generator_below(generator_draw(key,
			    submitted, 0), npages);

			sim_drive_expect(d, generator_below(generator_draw(key,
			    submitted + 1, 0), npages) * PAGE);
			if (submitted < DEPTH)
				tag = submitted;
			began_ns[tag] = *now_ns;
			sim_drive_submit(d, op, page * PAGE, PAGE, 0, *now_ns,
			    tag);
			submitted++;
		}
		if (!sim_drive_next(d, now_ns, &tag))
			break;
		sim_drive_take(d);
		done++;
		if (*now_ns - began_ns[tag] > longest_ns)
			longest_ns = *now_ns - began_ns[tag];
	}
	return (double)done * 1e9 / (double)(*now_ns - first_ns);
}

static void
check(const char *name, const char *what, double value, double least,
    double most)
{
	bool right = value >= least && value <= most;

	printf("%-24s %-16s %10.0f (%.0f to %.0f)%s\n", name, what, value,
	    least, most, right ? "" : "  WRONG");
	failed += !right;
}

static struct drive *
load(struct arena *a, const char *name)
{
	struct drive *profile = drive_load(a, drive_find(a, name));

	if (profile == NULL || strcmp(profile->name, name) != 0) {
		printf("%s: cannot be loaded\n", name);
		exit(1);
	}
	profile->parameters.capacity_bytes /= 8;
	profile->parameters.flash_bytes /= 8;
	profile->parameters.idle_free_blocks /= 8;
	if (sim_parameters_check(&profile->parameters) != NULL) {
		printf("%s: no eighth of it\n", name);
		exit(1);
	}
	return profile;
}

static void
test_shape(struct arena *a, const char *name, double empty, double steady,
    double reads)
{
	const struct sim_parameters *p = &load(a, name)->parameters;
	struct sim_drive *d = sim_drive_new(p, DEPTH);
	uint64_t npages = p->capacity_bytes / PAGE, now_ns = 0;

	if (d == NULL)
		exit(1);
	check(name, "bytes a page", (double)sim_drive_memory_bytes(d) /
	    ((double)p->flash_bytes / PAGE), 6, 16);
	check(name, "writes, empty", drive(d, p, SIM_WRITE, UINT64_MAX / 2,
	    npages / 2, &now_ns), 0.97 * empty, 1.03 * empty);
	drive(d, p, SIM_WRITE, UINT64_MAX / 2, npages * 7 / 2, &now_ns);
	check(name, "writes, steady", drive(d, p, SIM_WRITE, UINT64_MAX / 2,
	    npages / 2, &now_ns), 0.96 * steady, 1.04 * steady);
	check(name, "reads", drive(d, p, SIM_READ, UINT64_MAX / 2, 300000,
	    &now_ns), 0.97 * reads, 1.03 * reads);
	sim_drive_free(d);
}

static void
test_stalls(struct arena *a)
{
	const struct sim_parameters *p = &load(a, "stalls-40ms")->parameters;
	struct sim_drive *d = sim_drive_new(p, DEPTH);
	uint64_t npages = p->capacity_bytes / PAGE, now_ns = 0;

	if (d == NULL)
		exit(1);
	drive(d, p, SIM_WRITE, UINT64_MAX / 2, npages, &now_ns);
	check("stalls-40ms", "longest before", (double)longest_ns, 0, 1e7);
	drive(d, p, SIM_WRITE, UINT64_MAX / 2, npages, &now_ns);
	check("stalls-40ms", "longest behind", (double)longest_ns, 4e7, 4.3e7);
	sim_drive_free(d);
}

/* The rule of the PTS: over five rounds the range is within 20 % and the
 * fitted line within 10 % of the mean; a round here is 6 s of writes. */
static bool
steady(const double *iops)
{
	double mean = 0, slope = 0, least = INFINITY, most = -INFINITY;

	for (int i = 0; i < 5; i++) {
		mean += iops[i] / 5;
		slope += (i - 2) * iops[i] / 10;
		least = fmin(least, iops[i]);
		most = fmax(most, iops[i]);
	}
	return most - least <= 0.2 * mean && fabs(4 * slope) <= 0.1 * mean;
}

static void
test_steadiness(struct arena *a, const char *name, bool expected)
{
	const struct sim_parameters *p = &load(a, name)->parameters;
	struct sim_drive *d = sim_drive_new(p, DEPTH);
	uint64_t npages = p->capacity_bytes / PAGE, now_ns = 0;
	double iops[ROUNDS];
	bool found = false;

	if (d == NULL)
		exit(1);
	drive(d, p, SIM_WRITE, UINT64_MAX / 2, 4 * npages, &now_ns);
	for (int i = 0; i < ROUNDS; i++) {
		now_ns += 55 * 60 * SECOND;	/* the other steps */
		iops[i] = drive(d, p, SIM_WRITE, 6 * SECOND, UINT64_MAX,
		    &now_ns);
		found |= i >= 4 && steady(iops + i - 4);
	}
	check(name, "steady in 25", found, expected, expected);
	sim_drive_free(d);
}

static void
test_refused(struct arena *a)
{
	static const struct { const char *what, *from, *to; } cases[] = {
		{"no spare flash", "over-provisioning=\"20%\"",
		    "over-provisioning=\"0%\""},
		{"no such attribute", "channels=", "channel="},
		{"size without a number", "capacity=\"16GiB\"",
		    "capacity=\"big\""},
		{"size too large for a page", "page=\"16KiB\"",
		    "page=\"16TiB\""},
		{"time without a unit", "read=\"70us\"", "read=\"70\""},
		{"no channels", "channels=\"2\"", "channels=\"0\""},
		{"cache too small", "size=\"8MiB\"", "size=\"4KiB\""},
		{"unknown duplex", "\"half\"", "\"quarter\""},
		{"an element twice", "<cache size=\"8MiB\"/>",
		    "<cache size=\"8MiB\"/><cache size=\"8MiB\"/>"},
		{"an element missing", "<cache size=\"8MiB\"/>", ""},
	};
	char path[] = "/tmp/sim_profiles_XXXXXX";
	size_t length;
	char *text = file_read(a, drive_find(a, "sata-read-intensive"),
	    65536, &length);
	int fd = mkstemp(path);

	if (text == NULL || fd == -1)
		exit(1);
	close(fd);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *at = strstr(text, cases[i].from);
		FILE *f = fopen(path, "w");

		if (at == NULL || f == NULL) {
			printf("%s: not in the profile\n", cases[i].what);
			exit(1);
		}
		fprintf(f, "%.*s%s%s", (int)(at - text), text, cases[i].to,
		    at + strlen(cases[i].from));
		fclose(f);
		check("refused", cases[i].what, drive_load(a, path) == NULL,
		    1, 1);
	}
	unlink(path);
}

int
main(void)
{
	struct arena *a = arena_new();

	report_set_program("sim_profiles");
	test_refused(a);
	test_shape(a, "sata-read-intensive", 68800, 24700, 68800);
	test_shape(a, "sata-read-intensive-op", 68800, 33300, 68800);
	test_shape(a, "sas", 214000, 77300, 243500);
	test_shape(a, "nvme", 506000, 199000, 692000);
	test_stalls(a);
	test_steadiness(a, "sata-read-intensive-op", true);
	test_steadiness(a, "never-settles", false);
	arena_free(a);
	return failed > 0;
}
