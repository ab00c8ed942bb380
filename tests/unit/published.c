/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The published results in samples/published/ load with the numbers that the
 * reviews print; what is no such document is refused with its line.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "model/published.h"

static int failed;

static void
check(bool right, const char *what)
{
	if (!right)
		printf("wrong: %s\n", what);
	failed += !right;
}

static const struct published_drive *
find(const struct published *p, const char *id)
{
	for (size_t i = 0; p != NULL && i < p->ndrives; i++)
		if (strcmp(p->drives[i].id, id) == 0)
			return &p->drives[i];
	check(false, id);
	return NULL;
}

/* The values of a drive at a place of its first test of a kind. */
static struct published_values
at(const struct published_drive *d, enum published_kind kind, int64_t block,
    int64_t mix)
{
	for (size_t i = 0; d != NULL && i < d->ntests; i++)
		for (size_t k = 0; d->tests[i].kind == kind &&
		    k < d->tests[i].npoints; k++) {
			const struct published_point *p =
			    &d->tests[i].points[k];

			if (p->at.value[FACTOR_BLOCK] == block &&
			    p->at.value[FACTOR_MIX] == mix)
				return p->values;
		}
	return (struct published_values){.iops = NAN, .mib_s = NAN};
}

static void
check_samples(struct arena *a)
{
	const struct published *p = published_load(a,
	    "samples/published/nytro-2020.xml");
	const struct published_drive *d = find(p, "nytro-1351");
	size_t npoints = 0;

	/* Corners and the middle of the three tables of IOPS. */
	check(at(d, PUBLISHED_RANDOM, 4096, 0).iops == 65315, "1351 4 KiB W");
	check(at(d, PUBLISHED_RANDOM, 1048576, 100).iops == 542, "1351 1 MiB");
	check(at(d, PUBLISHED_RANDOM, 65536, 50).iops == 5947, "1351 64 KiB");
	check(at(d, PUBLISHED_SEQUENTIAL, 131072, 0).mib_s == 500.3,
	    "1351 128 KiB W");
	check(d != NULL && d->nclaims == 6 && d->claims[0].values.mb_s == 564,
	    "claims of the 1351");
	check(d != NULL && d->claims[4].values.lat_mean_ns == 153000,
	    "claimed latency of the 1351");
	d = find(p, "nytro-3331");
	check(at(d, PUBLISHED_RANDOM, 4096, 100).iops == 242854, "3331 R");
	check(at(d, PUBLISHED_RANDOM, 1048576, 5).iops == 1017, "3331 5/95");
	check(d != NULL && d->tests[0].note != NULL, "note on the 3331");
	d = find(p, "nytro-1551-900");
	check(d != NULL && strcmp(d->variant_of, "nytro-1551") == 0 &&
	    d->tests[0].points[0].values.iops == 33000, "1551 at 900 GB");
	for (size_t i = 0; p != NULL && i < p->ndrives; i++)
		npoints += p->drives[i].tests[0].npoints;
	check(npoints == 3 * 49 + 1, "49 points each");

	p = published_load(a, "samples/published/micron-5100-2017.xml");
	d = find(p, "micron-5100-eco");
	check(at(d, PUBLISHED_RANDOM, 4096, 70).lat_p999_ns == 3597000,
	    "5100 70/30 99.9 %");
	p = published_load(a, "samples/published/ultrastar-2015.xml");
	check(at(find(p, "ssd1600mr-sas2"), PUBLISHED_RANDOM, 4096, 0).iops ==
	    54894, "SSD1600MR on SAS2");
	p = published_load(a, "samples/published/intel-dc-200gb.xml");
	check(p != NULL && p->nrelations == 11 && p->relations[0].least == 112,
	    "ratios of the DC S3700");
	p = published_load(a, "samples/published/seagate-1200-2-2017.xml");
	d = find(p, "seagate-1200-2");
	check(d != NULL && d->napplications == 2 &&
	    d->applications[1].values.tps == 4072.7 &&
	    d->applications[1].ninstances == 2, "Sysbench");
}

#define HEAD "<published xmlns='urn:plateau:published:1' title='t' author='a'>"
#define DRIVE "<drive id='d' name='D'>"
#define TAIL "</drive></published>"

/* Documents that must not load. */
static const char *const bad[] = {
	"", "<published/>", HEAD "</published>",
	HEAD "<drive name='D'/></published>",
	HEAD DRIVE "</drive>" DRIVE TAIL,		/* ids must differ */
	HEAD "<drive id='d' name='D' variant-of='e'/></published>",
	HEAD DRIVE "<claim text='x'/>" TAIL,
	HEAD DRIVE "<claim text='x' iops='1' mb_s='1'/>" TAIL,
	HEAD DRIVE "<claim text='x' iops='0'/>" TAIL,
	HEAD DRIVE "<claim text='x' iops='-5'/>" TAIL,
	HEAD DRIVE "<claim text='x' iops='nan'/>" TAIL,
	HEAD DRIVE "<claim text='x' iops='1e999'/>" TAIL,
	HEAD DRIVE "<claim text='x' iops='93k'/>" TAIL,
	HEAD DRIVE "<claim text='x' lat_mean='153'/>" TAIL, /* no unit */
	HEAD DRIVE "<claim text='x' iops='1' block='4kB'/>" TAIL,
	HEAD DRIVE "<test kind='random' title='t'/>" TAIL,
	HEAD DRIVE "<test kind='other' title='t'><point iops='1'/></test>" TAIL,
	HEAD DRIVE "<test kind='random' title='t'><point/></test>" TAIL,
	HEAD DRIVE "<test kind='random' title='t'><point iops='1'/>"
	    "<point iops='2'/></test>" TAIL,		/* twice */
	HEAD DRIVE "<test kind='random' title='t'><point when='end' iops='1'/>"
	    "</test>" TAIL,
	HEAD DRIVE "<test kind='saturation' title='t'><point iops='1'/>"
	    "</test>" TAIL,
	HEAD DRIVE "</drive><relation drive='d' of='x' text='t' least='5'/>"
	    "</published>",
	HEAD DRIVE "</drive><relation drive='d' of='d' text='t' least='5' "
	    "most='4'/></published>",
	HEAD DRIVE "<application name='n' load='l' aggregate='sum'/>" TAIL,
	HEAD DRIVE "<application name='n' load='l' tps='1'/>" TAIL,
	HEAD DRIVE "<price amount='1' currency='usd' date='2026' "
	    "source='s'/>" TAIL,
	HEAD DRIVE "<price amount='0' currency='USD' date='2026' "
	    "source='s'/>" TAIL,
	HEAD DRIVE "<price amount='1' currency='USD' source='s'/>" TAIL,
	HEAD DRIVE "<price amount='1' currency='USD' date='2026'/>" TAIL,
	"<!DOCTYPE published [<!ENTITY x SYSTEM '/etc/passwd'>]>" HEAD DRIVE
	    TAIL,
};

static const char *const good[] = {
	HEAD DRIVE TAIL,
	HEAD DRIVE "<test kind='random' title='t'><point iops='1'/>"
	    "<point iops='2' threads='1'/></test>" TAIL,
	HEAD DRIVE "<price amount='99.5' currency='EUR' date='2026-05' "
	    "source='a shop' note='n'/>" TAIL,
	HEAD DRIVE "<application name='n' load='l' aggregate='mean' tps='2'>"
	    "<instance name='VM 1' tps='2'/></application>" TAIL,
};

static bool
loads(struct arena *a, const char *dir, const char *text)
{
	const char *path = arena_printf(a, "%s/p.xml", dir);

	if (file_replace_bytes(path, text, strlen(text)) == -1)
		return false;
	return published_load(a, path) != NULL;
}

int
main(void)
{
	struct arena *a = arena_new();
	char dir[] = "/tmp/published-XXXXXX";

	report_set_program("published");
	check_samples(a);
	if (mkdtemp(dir) == NULL)
		return 1;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		check(!loads(a, dir, bad[i]), bad[i]);
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
		check(loads(a, dir, good[i]), good[i]);
	unlink(arena_printf(a, "%s/p.xml", dir));
	rmdir(dir);
	arena_free(a);
	printf("%d wrong\n", failed);
	return failed != 0;
}
