/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The simulated drive behaves as a drive must: Little's law holds, reads scale
 * with the depth up to the link, the queue is 32 deep, writes fall off a
 * cliff that can be counted, pauses bring them back the more the longer they
 * are, compression and suspension do what they say, stalls last what they
 * should, and the same seed gives the same run to the nanosecond.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "iolog/generator.h"
#include "sim/drive.h"

#define PAGE UINT64_C(4096)
#define SECOND UINT64_C(1000000000)
#define MOST 512

static int failed;

static void
check(bool right, const char *what, double value)
{
	printf("%s: %.6g%s\n", what, value, right ? "" : "  WRONG");
	failed += !right;
}

/* 2 GiB with 12.5 % more flash; the program rate is 32 dies x 32 KiB every
 * 2.5 ms = 419 MB/s, the link takes 4 KiB in 14.4 us. */
static const struct sim_parameters sata = {
	.seed = 42,
	.capacity_bytes = UINT64_C(2) << 30,
	.flash_bytes = (UINT64_C(9) << 30) / 4,
	.page_bytes = PAGE,
	.channels = 8, .dies = 4, .planes = 2,
	.flash_page_bytes = 16384, .block_pages = 4,
	.read_ns = 70000, .program_ns = 2500000, .erase_ns = 5000000,
	.channel_mb_s = 400, .suspends = true, .suspend_ns = 20000,
	.reserve_blocks = 3,
	.idle_after_ns = SECOND / 10, .idle_copy_ns = 160000,
	.idle_free_blocks = 60,
	.cache_bytes = UINT64_C(8) << 20,
	.link_mb_s = 570, .command_ns = 7200, .queue_depth = 32,
	.read_overhead_ns = 50000, .write_overhead_ns = 20000,
	.jitter_permille = 80,
};

struct load {
	enum sim_op op;
	unsigned depth, saved_percent;
	bool sequential;
	uint64_t bytes, count, key;
};

struct seen {
	double iops, mean_ns, seconds, outstanding;
	uint64_t least_ns, most_ns, digest;
};

/* A closed loop of 'count' commands from '*now_ns' on. */
static struct seen
drive(struct sim_drive *d, const struct sim_parameters *p, struct load load,
    uint64_t *now_ns)
{
	static uint64_t began_ns[MOST];
	struct seen s = { .least_ns = UINT64_MAX };
	uint64_t first_ns = *now_ns, total_ns = 0, submitted = 0, tag;
	uint64_t places = p->capacity_bytes / load.bytes;

	for (uint64_t done = 0; done < load.count; done++) {
		while (submitted < load.count &&
		    submitted - done < load.depth) {
			uint64_t place = load.sequential ? submitted % places :
			    generator_below(generator_draw(load.key, submitted,
			    0), places);

			/* Until the loop is full, tags are new; then the one
			 * that came back is used again. */
			if (submitted < load.depth)
				tag = submitted;
			began_ns[tag] = *now_ns;
			sim_drive_submit(d, load.op, place * load.bytes,
			    load.bytes, load.saved_percent, *now_ns, tag);
			submitted++;
		}
		if (!sim_drive_next(d, now_ns, &tag))
			abort();
		sim_drive_take(d);
		uint64_t latency_ns = *now_ns - began_ns[tag];

		total_ns += latency_ns;
		if (latency_ns < s.least_ns)
			s.least_ns = latency_ns;
		if (latency_ns > s.most_ns)
			s.most_ns = latency_ns;
		s.digest = generator_mix(s.digest + latency_ns + *now_ns);
	}
	s.seconds = (double)(*now_ns - first_ns) / 1e9;
	s.iops = (double)load.count / s.seconds;
	s.mean_ns = (double)total_ns / (double)load.count;
	s.outstanding = (double)total_ns / (double)(*now_ns - first_ns);
	return s;
}

static struct sim_drive *
new_drive(const struct sim_parameters *p)
{
	const char *why = sim_parameters_check(p);
	struct sim_drive *d;

	if (why != NULL) {
		printf("parameters: %s\n", why);
		exit(1);
	}
	d = sim_drive_new(p, MOST);
	if (d == NULL)
		exit(1);
	return d;
}

static struct sim_drive *
filled_drive(const struct sim_parameters *p, uint64_t *now_ns)
{
	struct sim_drive *d = new_drive(p);
	struct load fill = { SIM_WRITE, 32, 0, true, 131072,
	    p->capacity_bytes / 131072, 0 };

	drive(d, p, fill, now_ns);
	*now_ns += SECOND / 20;
	return d;
}

/* Little: the mean number under way is the depth, but for the fill and the
 * drain of the loop at both ends; here against 400 000 commands. */
static void
test_little(void)
{
	static const unsigned depths[] = {1, 4, 32, 128, 500};

	for (size_t i = 0; i < sizeof(depths) / sizeof(depths[0]); i++) {
		for (int op = SIM_READ; op <= SIM_WRITE; op++) {
			uint64_t now_ns = 0;
			struct sim_drive *d = filled_drive(&sata, &now_ns);
			struct load l = { (enum sim_op)op, depths[i], 0, false,
			    4096, 400000, 1 };
			struct seen s = drive(d, &sata, l, &now_ns);
			double law = s.mean_ns * s.iops / 1e9 / depths[i];

			check(fabs(law - 1) < 0.001,
			    op == SIM_READ ? "Little, reads" : "Little, writes",
			    law);
			sim_drive_free(d);
		}
	}
}

static void
test_depth(void)
{
	uint64_t now_ns = 0;
	struct sim_drive *d = filled_drive(&sata, &now_ns);
	double before = 0, mean32 = 0;

	/* overhead 50 + sense 70 + channel 10.24 + link 14.39 us */
	for (unsigned depth = 1; depth <= 128; depth *= 2) {
		struct load l = { SIM_READ, depth, 0, false, 4096, 100000,
		    depth };
		struct seen s = drive(d, &sata, l, &now_ns);

		if (depth == 1)
			check(fabs(s.mean_ns - 144630) < 500,
			    "read, depth 1, mean ns", s.mean_ns);
		check(s.iops >= before * 0.999, "read IOPS grow", s.iops);
		if (depth == 32)
			mean32 = s.mean_ns;
		if (depth == 128) {
			check(fabs(s.iops * 14.39e-6 - 1) < 0.01,
			    "depth 128 fills the link", s.iops * 14.39e-6);
			/* The drive sees 32 of them. */
			check(fabs(s.mean_ns / mean32 - 4) < 0.1,
			    "depth 128 waits as four times 32",
			    s.mean_ns / mean32);
		}
		before = s.iops;
	}
	sim_drive_free(d);
}

static void
test_cliff(void)
{
	uint64_t npages = sata.capacity_bytes / PAGE, now_ns = 0;
	struct sim_drive *d = new_drive(&sata);
	struct load l = { SIM_WRITE, 32, 0, false, 4096, npages / 2, 3 };
	struct sim_counters from, to;
	struct seen first = drive(d, &sata, l, &now_ns), last;
	double amplification, costs;

	l.count = npages * 4;
	l.key = 4;
	drive(d, &sata, l, &now_ns);
	from = sim_drive_counters(d);
	l.count = npages;
	l.key = 5;
	last = drive(d, &sata, l, &now_ns);
	to = sim_drive_counters(d);
	amplification = sim_write_amplification(&from, &to);

	check(fabs(first.iops * 14.39e-6 - 1) < 0.02,
	    "empty drive: the link", first.iops);
	/*
	 * Behind the cliff the dies are all that matters.  A unit of 8 pages
	 * costs a program; copying 8 valid pages costs the same and the reads:
	 * one for each unit that held any, here nearly all.  Each unit of a
	 * block is erased once: 5 ms a die and 4 units.
	 */
	double unit_ns = 2.5e6 + 5e6 / 4;
	double reads = (double)(to.collected_blocks - from.collected_blocks) *
	    32 * 4 * 70e3;
	costs = ((double)(to.host_pages - from.host_pages) * amplification /
	    8 * unit_ns + reads) / 32;
	check(fabs(last.seconds * 1e9 / costs - 1) < 0.02,
	    "steady state: counted die time / measured",
	    costs / (last.seconds * 1e9));
	check(amplification > 3.5 && amplification < 5.5,
	    "write amplification", amplification);
	check(first.iops > 2 * last.iops, "the cliff", first.iops / last.iops);
	sim_drive_free(d);
}

static void
test_pauses(void)
{
	static const uint64_t pauses_s[] = {0, 1, 2, 5, 10};
	uint64_t npages = sata.capacity_bytes / PAGE, now_ns = 0;
	struct sim_drive *d = filled_drive(&sata, &now_ns);
	struct load l = { SIM_WRITE, 32, 0, false, 4096, npages * 3, 6 };
	double before = 0;

	drive(d, &sata, l, &now_ns);
	for (size_t i = 0; i < sizeof(pauses_s) / sizeof(pauses_s[0]); i++) {
		double iops = 0;

		for (unsigned round = 0; round < 10; round++) {
			l.count = 20000;
			l.key = 100 + 10 * i + round;
			now_ns += pauses_s[i] * SECOND;
			iops += drive(d, &sata, l, &now_ns).iops / 10;
		}
		printf("pause %" PRIu64 " s: ", pauses_s[i]);
		check(iops > before * 1.02 || i == 0, "IOPS after it", iops);
		before = iops;
	}
	sim_drive_free(d);
}

/* Half the saving of 20 % compressible data is a tenth of each page. */
static void
test_compression(void)
{
	struct sim_parameters p = sata;
	double iops[2], amplification[2];

	p.compression_percent = 50;
	for (unsigned i = 0; i < 2; i++) {
		uint64_t npages = p.capacity_bytes / PAGE, now_ns = 0;
		struct sim_drive *d = new_drive(&p);
		struct load l = { SIM_WRITE, 32, 20 * i, false, 4096,
		    npages * 4, 8 };
		struct sim_counters from, to;

		drive(d, &p, l, &now_ns);
		from = sim_drive_counters(d);
		l.count = npages;
		iops[i] = drive(d, &p, l, &now_ns).iops;
		to = sim_drive_counters(d);
		amplification[i] = sim_write_amplification(&from, &to);
		sim_drive_free(d);
	}
	check(iops[1] > iops[0] * 1.3, "compressible data, IOPS ratio",
	    iops[1] / iops[0]);
	check(amplification[1] < amplification[0] * 0.75,
	    "compressible data, write amplification ratio",
	    amplification[1] / amplification[0]);
}

static void
test_stalls(void)
{
	struct sim_parameters p = sata;
	uint64_t npages = p.capacity_bytes / PAGE, now_ns = 0;
	struct load l = { SIM_WRITE, 32, 0, false, 4096, npages * 2, 8 };
	struct sim_counters from, to;
	struct sim_drive *d;
	struct seen s;

	p.stall_ns = 40000000;
	p.program_ns = 1000000;
	p.erase_ns = 3000000;
	d = filled_drive(&p, &now_ns);
	drive(d, &p, l, &now_ns);
	from = sim_drive_counters(d);
	l.count = npages;
	s = drive(d, &p, l, &now_ns);
	to = sim_drive_counters(d);
	check(to.stalls - from.stalls == to.collected_blocks -
	    from.collected_blocks, "stalls: one a block",
	    (double)(to.stalls - from.stalls));
	check(s.most_ns > 40000000 && s.most_ns < 41000000,
	    "stalls: the longest latency, ns", (double)s.most_ns);
	/* Between the stalls, the link: nothing else costs time. */
	check(fabs(((double)(to.stalls - from.stalls) * 0.040 +
	    (double)l.count * 14.39e-6) / s.seconds - 1) < 0.01,
	    "stalls: 40 ms each and the link fill the time", s.seconds);
	sim_drive_free(d);
}

static void
test_suspension(void)
{
	struct sim_parameters p = sata;
	double most[2];

	for (unsigned i = 0; i < 2; i++) {
		uint64_t now_ns = 0;
		struct sim_drive *d;
		struct load w = { SIM_WRITE, 32, 0, true, 131072, 1000, 0 };
		struct load r = { SIM_READ, 1, 0, false, 4096, 64, 9 };

		p.suspends = i == 1;
		d = filled_drive(&p, &now_ns);
		drive(d, &p, w, &now_ns);
		most[i] = (double)drive(d, &p, r, &now_ns).most_ns;
		sim_drive_free(d);
	}
	check(most[0] > 2e6, "a read waits for a program", most[0]);
	check(most[1] < 1e6, "a read suspends a program", most[1]);
}

/* Sizes below, at and above a page, at odd places, mixed. */
static uint64_t
mixed_digest(uint64_t seed)
{
	struct sim_parameters p = sata;
	uint64_t digest = 0, now_ns = 0, tag;
	struct sim_drive *d;

	p.seed = seed;
	p.swing_period_ns = SECOND / 2;
	p.swing_percent = 100;
	d = new_drive(&p);
	for (uint64_t i = 0; i < 300000; i++) {
		uint64_t bytes = UINT64_C(512) << generator_draw(1, i, 0) % 9;
		uint64_t sector = generator_below(generator_draw(1, i, 1),
		    (p.capacity_bytes - bytes) / 512);

		if (i >= 64) {
			sim_drive_next(d, &now_ns, &tag);
			sim_drive_take(d);
			digest = generator_mix(digest + now_ns * 64 + tag);
		}
		sim_drive_submit(d, i % 3 == 0 ? SIM_READ : SIM_WRITE,
		    sector * 512, bytes, 0, now_ns, i);
	}
	sim_drive_free(d);
	return digest;
}

static void
test_determinism(void)
{
	uint64_t digest = mixed_digest(1);

	check(digest == mixed_digest(1), "the same seed, the same run", 1);
	check(digest != mixed_digest(2), "another seed, another run", 1);
	/* Kept, so that another machine or compiler must agree too. */
	printf("digest %016" PRIx64 "\n", digest);
	check(digest == UINT64_C(0xab38882f368406d6),
	    "the run that was kept", 1);
}

static void
test_unwritten_and_purge(void)
{
	uint64_t now_ns = 0;
	struct sim_drive *d = filled_drive(&sata, &now_ns);
	struct load r = { SIM_READ, 1, 0, false, 4096, 1000, 9 };
	double written = drive(d, &sata, r, &now_ns).mean_ns, purged;

	sim_drive_purge(d);
	purged = drive(d, &sata, r, &now_ns).mean_ns;
	check(fabs(written - purged - 80240) < 1000,
	    "a read after a purge touches no flash", written - purged);
	sim_drive_free(d);
}

static void
test_check(void)
{
	struct sim_parameters p = sata;

	check(sim_parameters_check(&p) == NULL, "good parameters", 0);
	p.flash_bytes = p.capacity_bytes;
	check(sim_parameters_check(&p) != NULL, "no spare flash", 0);
	p = sata;
	p.reserve_blocks = 1;
	check(sim_parameters_check(&p) != NULL, "no reserve", 0);
	p = sata;
	p.cache_bytes = 4096;
	check(sim_parameters_check(&p) != NULL, "no cache", 0);
	p = sata;
	p.page_bytes = 3000;
	check(sim_parameters_check(&p) != NULL, "odd page", 0);
	p = sata;
	p.planes = 0;
	check(sim_parameters_check(&p) != NULL, "no planes", 0);
	p = sata;
	p.link_mb_s = 0;
	check(sim_parameters_check(&p) != NULL, "no link", 0);
	p = (struct sim_parameters){ .seed = 0 };
	check(sim_parameters_check(&p) != NULL, "nothing", 0);
}

int
main(void)
{
	test_check();
	test_little();
	test_depth();
	test_cliff();
	test_pauses();
	test_compression();
	test_stalls();
	test_suspension();
	test_unwritten_and_purge();
	test_determinism();
	return failed > 0;
}
