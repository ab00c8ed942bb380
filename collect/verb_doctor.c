/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "base/shell.h"
#include "base/units.h"
#include "collect/provision.h"
#include "collect/safety.h"
#include "collect/ticks.h"
#include "collect/tool.h"
#include "collect/verbs.h"
#include "collect/wiring.h"

/* A processor that is this busy already spoils small latencies. */
#define LOAD_MOST 0.25

/* An idle processor that takes longer to wake shows in latencies at depth 1. */
#define WAKE_MOST_US 20
#define IDLE_STATES 16

/* A clock that drifts from the kernel's by more than this many millionths makes
 * latencies as wrong; readings of both in a virtual machine scatter by less. */
#define DRIFT_MOST_PPM 500.0
#define DRIFT_NS 50000000u

/* Readings of a clock that take longer than this cost more than a batch. */
#define CLOCK_MOST_NS 200

/* One line of the answer: how it is, and what to do about it. */
static void say(bool good, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
say(bool good, const char *format, ...)
{
	char line[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	/* Devices name themselves: no byte of theirs steers the terminal. */
	for (char *p = line; *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = '?';
	printf("  %-4s  %s\n", good ? "ok" : "mind", line);
}

/* Processors tell that a hypervisor is below them. */
static bool
is_virtual(void)
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	char line[4096];
	bool found = false;

	if (f == NULL)
		return false;
	while (!found && fgets(line, sizeof(line), f) != NULL)
		found = strncmp(line, "flags", 5) == 0 &&
		    strstr(line, " hypervisor") != NULL;
	fclose(f);
	return found;
}

static void
check_load(struct arena *a)
{
	double load = 0;
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	(void)a;
	if (getloadavg(&load, 1) != 1)
		return;
	if (load < LOAD_MOST * (double)processors)
		say(true, "load %.2f on %ld processors", load, processors);
	else
		say(false, "load %.2f on %ld processors: other programs take "
		    "their time, and add to latencies; stop them (top tells "
		    "which they are)", load, processors);
	if (processors < 4)
		say(false, "%ld processor%s: I/O threads, the log's encoder "
		    "and the kernel's own work wait for one another; four or "
		    "more keep them apart", processors, processors == 1 ? "" :
		    "s");
	if (is_virtual())
		say(false, "a virtual machine: its host takes processors away "
		    "at any time, which is in the latencies; measure on the "
		    "machine itself");
}

/* The governor of the first processor whose is not "performance", else of the
 * first one; NULL if there are none. */
static const char *
worst_governor(struct arena *a)
{
	const char *first = NULL;

	for (long i = 0; i < sysconf(_SC_NPROCESSORS_CONF); i++) {
		const char *one = file_read_line(a, arena_printf(a,
		    "/sys/devices/system/cpu/cpu%ld/cpufreq/scaling_governor",
		    i));

		if (one != NULL && strcmp(one, "performance") != 0)
			return one;
		if (first == NULL)
			first = one;
	}
	return first;
}

static void
check_governor(struct arena *a)
{
	const char *governor = worst_governor(a);
	const char *no_turbo = file_read_line(a,
	    "/sys/devices/system/cpu/intel_pstate/no_turbo");
	const char *boost = file_read_line(a,
	    "/sys/devices/system/cpu/cpufreq/boost");

	if (governor == NULL)
		say(true, "no frequency governor (a virtual machine, or the "
		    "firmware decides)");
	else if (strcmp(governor, "performance") == 0)
		say(true, "governor performance");
	else
		say(false, "governor %s: latencies vary with the clock rate; "
		    "run 'cpupower frequency-set -g performance'", governor);
	if ((no_turbo != NULL && strcmp(no_turbo, "0") == 0) ||
	    (boost != NULL && strcmp(boost, "1") == 0))
		say(false, "turbo is on: the clock rate depends on "
		    "temperature; write %s", no_turbo != NULL ? "1 to "
		    "/sys/devices/system/cpu/intel_pstate/no_turbo" : "0 to "
		    "/sys/devices/system/cpu/cpufreq/boost");
}

/* The longest wake-up, in microseconds, of the idle states that the first
 * processor may use; 0 if the kernel does not tell. */
static uint64_t
wake_us(struct arena *a, const char *dir)
{
	uint64_t most = 0, us;

	for (unsigned i = 0; i < IDLE_STATES; i++) {
		const char *state = arena_printf(a, "%s/state%u", dir, i);
		const char *latency = file_read_line(a, arena_printf(a,
		    "%s/latency", state));
		const char *off = file_read_line(a, arena_printf(a,
		    "%s/disable", state)), *why;

		if (latency != NULL && units_parse_whole(latency, 0,
		    UINT32_MAX, &us, &why) == 0 && us > most &&
		    (off == NULL || strcmp(off, "0") == 0))
			most = us;
	}
	return most;
}

static void
check_sleep(struct arena *a)
{
	uint64_t us = wake_us(a, "/sys/devices/system/cpu/cpu0/cpuidle");
	const char *policy = file_read_line(a,
	    "/sys/module/pcie_aspm/parameters/policy");

	if (us > WAKE_MOST_US)
		say(false, "idle processors take up to %" PRIu64 " us to wake: "
		    "so much is in the latency of single I/Os; run 'cpupower "
		    "idle-set -D %d'", us, WAKE_MOST_US);
	else if (us > 0)
		say(true, "idle processors wake within %" PRIu64 " us", us);
	else
		say(true, "no idle states (a virtual machine, or off)");
	if (policy != NULL && (strstr(policy, "[powersave]") != NULL ||
	    strstr(policy, "[powersupersave]") != NULL))
		say(false, "links of PCI Express sleep (%s); write performance "
		    "to /sys/module/pcie_aspm/parameters/policy", policy);
}

/* The difference between our clock and the kernel's, in millionths. */
static double
clock_drift_ppm(void)
{
	const struct timespec pause = {.tv_nsec = DRIFT_NS};
	uint64_t from = clock_ns(CLOCK_MONOTONIC_RAW), ticks = ticks_now();

	nanosleep(&pause, NULL);
	ticks = ticks_now() - ticks;

	double ns = (double)(clock_ns(CLOCK_MONOTONIC_RAW) - from);

	return 1e6 * ((double)ticks_to_ns(ticks) - ns) / ns;
}

static void
check_clock(struct arena *a)
{
	const char *source = file_read_line(a,
	    "/sys/devices/system/clocksource/clocksource0/"
	    "current_clocksource");
	enum { READINGS = 10000 };

	if (ticks_open(TICKS_AUTO, false) == 0 &&
	    ticks_policy.clock.clock == IOLOG_CLOCK_TSC)
		source = "tsc, read directly";

	uint64_t begin = ticks_now(), last = begin;

	for (unsigned i = 0; i < READINGS; i++)
		last = ticks_now();

	double ns = (double)ticks_to_ns(last - begin) / READINGS;
	bool quick = ns < CLOCK_MOST_NS;

	say(quick, "clock %s, %.0f ns a reading%s", source == NULL ? "unknown" :
	    source, ns, quick ? "" : ": slow; tsc or kvm-clock as the kernel's "
	    "clocksource are quicker");

	double ppm = clock_drift_ppm();

	if (ppm > DRIFT_MOST_PPM || ppm < -DRIFT_MOST_PPM)
		say(false, "the clock is %.0f ppm off the kernel's; ask again, "
		    "and if it stays so measure with --clock raw", ppm);
	else
		say(true, "the clock keeps time with the kernel's");
}

static void
check_memory(struct arena *a)
{
	const char *huge = file_read_line(a,
	    "/sys/kernel/mm/transparent_hugepage/enabled");
	const char *aio = file_read_line(a, "/proc/sys/fs/aio-max-nr");

	if (huge != NULL && strstr(huge, "[never]") != NULL)
		say(false, "transparent huge pages are off, so buffers cost "
		    "more address translation; write madvise to "
		    "/sys/kernel/mm/transparent_hugepage/enabled");
	if (aio != NULL)
		say(true, "up to %s I/Os outstanding with libaio "
		    "(fs.aio-max-nr)", aio);
}

static void
check_tools(struct arena *a)
{
	static const struct {
		const char *program, *purpose;
	} tools[] = {
		{"gnuplot", "charts of reports"},
		{"smartctl", "wear, temperature and identity of drives "
		    "(smartmontools)"},
		{"nvme", "purges and identity of NVMe drives (nvme-cli)"},
		{"hdparm", "secure erase, limits and write cache of SATA "
		    "drives"},
		{"sg_format", "purges and limits of SAS drives (sg3-utils)"},
		{"sdparm", "write cache of SAS drives"},
	};

	(void)a;
	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++)
		if (tool_exists(tools[i].program))
			say(true, "%s: %s", tools[i].program,
			    tools[i].purpose);
		else
			say(false, "%s is not installed: %s", tools[i].program,
			    tools[i].purpose);
	if (geteuid() != 0)
		say(false, "not root: most devices cannot be opened; use sudo "
		    "for runs on them");
}

/* Whether a process is called so. */
static bool
is_running(struct arena *a, const char *program)
{
	struct dirent **entries;
	int count = scandir("/proc", &entries, NULL, NULL);
	bool found = false;

	for (int i = 0; i < count; i++) {
		const char *name = isdigit((unsigned char)entries[i]->
		    d_name[0]) ? file_read_line(a, arena_printf(a,
		    "/proc/%s/comm", entries[i]->d_name)) : NULL;

		found = found || (name != NULL && strcmp(name, program) == 0);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return found;
}

static void
check_interrupts(struct arena *a)
{
	if (is_running(a, "irqbalance"))
		say(false, "irqbalance moves interrupts while I/Os are "
		    "measured; run 'systemctl stop irqbalance'");
	else
		say(true, "interrupts stay where they are: no irqbalance");
}

/* Adds the processors of lists such as "0-3,8 2" to the set. */
static void
add_cpus(const char *lists, cpu_set_t *set)
{
	const char *at = lists;
	unsigned first, last;
	int length;

	while (sscanf(at, "%u%n", &first, &length) == 1) {
		at += length;
		last = first;
		if (sscanf(at, "-%u%n", &last, &length) == 1)
			at += length;
		for (; first <= last && first < CPU_SETSIZE; first++)
			CPU_SET(first, set);
		at += strspn(at, ", ");
	}
}

/* Where a disk's interrupts go, beside the processors near to it. */
static void
check_wiring(struct arena *a, const struct blockdev *b)
{
	struct facts facts = {0, NULL};
	cpu_set_t used, close_by, both;

	wiring_tell(a, b->whole_dir, "/proc", NULL, &facts);

	const char *cpus = facts_get(&facts, "interrupt_cpus");
	const char *near = facts_get(&facts, "near_cpus");
	const char *count = facts_get(&facts, "interrupts");

	if (cpus == NULL || *cpus == '\0')
		return;
	CPU_ZERO(&used);
	CPU_ZERO(&close_by);
	add_cpus(cpus, &used);
	if (near != NULL)
		add_cpus(near, &close_by);
	CPU_AND(&both, &used, &close_by);
	if (near != NULL && !CPU_EQUAL(&both, &used))
		say(false, "%s: some of its %s interrupts go to processors far "
		    "from it; near to it are %s: write those to "
		    "/proc/irq/*/smp_affinity_list, and --pin them", b->name,
		    count, near);
	else
		say(true, "%s: its interrupts, %s, go to %d processor%s%s%s",
		    b->name, count, CPU_COUNT(&used), CPU_COUNT(&used) == 1 ?
		    "" : "s", near == NULL ? "" : " of those near to it, ",
		    near == NULL ? "" : near);
}

/* A drive in a slot with fewer or slower lanes than it has. */
static void
check_link(struct arena *a, const struct blockdev *b)
{
	static const char *const what[] = {"speed", "width"};

	for (size_t i = 0; i < sizeof(what) / sizeof(*what); i++) {
		const char *is = blockdev_text(a, b, arena_printf(a,
		    "device/device/current_link_%s", what[i]));
		const char *most = blockdev_text(a, b, arena_printf(a,
		    "device/device/max_link_%s", what[i]));

		if (is != NULL && most != NULL && strtod(is, NULL) <
		    strtod(most, NULL))
			say(false, "%s: its link has %s %s of %s; another slot "
			    "may give it all", b->name, what[i], is, most);
	}
}

/* A drive that an earlier run, or its maker, has limited. */
static void
say_hidden(struct arena *a, const struct blockdev *b)
{
	const struct target t = {
		.device = *b, .block = true, .sector_bytes = 512,
	};
	uint64_t bytes = provision_hidden_bytes(a, &t);
	char size[UNITS_TEXT];

	if (bytes > 0)
		say(false, "%s: %s of it are hidden; plateau run --plan "
		    "full-capacity gives them back", b->name,
		    units_format_capacity(size, sizeof(size), bytes));
}

/* What of a disk's queue settings stands between a drive and its numbers. */
static void
check_queue(struct arena *a, const struct blockdev *b)
{
	const char *scheduler = blockdev_text(a, b, "queue/scheduler");
	const char *random = blockdev_text(a, b, "queue/add_random");

	if (scheduler != NULL && strstr(scheduler, "[none]") == NULL)
		say(false, "%s: scheduler %s: it reorders and delays; write "
		    "none to /sys/block/%s/queue/scheduler", b->name,
		    scheduler, b->name);
	if (random != NULL && strcmp(random, "1") == 0)
		say(false, "%s: add_random is on and costs time for each I/O; "
		    "write 0 to /sys/block/%s/queue/add_random", b->name,
		    b->name);
}

/* What --destroy would have to be for it, and what stands against it. */
static void
check_device(struct arena *a, const struct blockdev *b)
{
	const char *text = blockdev_text(a, b, "size");
	const char *model = blockdev_text(a, b, "device/model");
	uint64_t sectors = text == NULL ? 0 : strtoull(text, NULL, 10);
	char size[UNITS_TEXT];

	if (sectors == 0)
		return;		/* a loop device without a file */

	int fd = open(arena_printf(a, "/dev/%s", b->name),
	    O_RDONLY | O_CLOEXEC);
	const char *in_use = safety_in_use(a, b);
	const char *found = fd == -1 ? NULL : safety_signature(a, fd);

	units_format_capacity(size, sizeof(size), sectors * 512);
	say(in_use == NULL && found == NULL,
	    "/dev/%s  %s  %s  %s%s%s", b->name, size,
	    model == NULL ? "" : model, shell_command(a, "--destroy",
	    safety_token(a, b, fd, sectors * 512), NULL),
	    in_use != NULL || found != NULL ? "; would be refused: " : "",
	    in_use != NULL ? in_use : found != NULL ? found : "");
	if (fd != -1)
		close(fd);
	check_queue(a, b);
	check_wiring(a, b);
	check_link(a, b);
	say_hidden(a, b);
}

static void
check_devices(struct arena *a)
{
	struct dirent **entries;
	int count = scandir("/sys/block", &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;
		const char *number = file_read_line(a, arena_printf(a,
		    "/sys/block/%s/dev", name));
		unsigned major_number, minor_number;
		struct blockdev b;

		if (number != NULL && sscanf(number, "%u:%u", &major_number,
		    &minor_number) == 2 && blockdev_find(a,
		    makedev(major_number, minor_number), &b))
			check_device(a, &b);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static const struct {
	const char *title;
	void (*check)(struct arena *a);
} checks[] = {
	{"processors", check_load},
	{"frequency", check_governor},
	{"sleep", check_sleep},
	{"clock", check_clock},
	{"interrupts", check_interrupts},
	{"memory", check_memory},
	{"tools", check_tools},
	{"devices", check_devices},
};

enum outcome
verb_doctor(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		puts("usage: plateau doctor\n\n"
		    "Tells what on this host spoils a measurement and how to "
		    "mend it, and\n"
		    "which block devices there are, with what --destroy asks "
		    "for.  Changes\n"
		    "nothing.");
		return OUTCOME_DONE;
	}
	if (argc != 1) {
		warn_msg("doctor: takes no arguments; see plateau doctor "
		    "--help");
		return OUTCOME_USAGE;
	}
	struct arena *a = arena_new();

	for (size_t i = 0; i < sizeof(checks) / sizeof(*checks); i++) {
		printf("%s\n", checks[i].title);
		checks[i].check(a);
	}
	arena_free(a);
	return OUTCOME_DONE;
}
