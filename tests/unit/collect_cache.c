/* SPDX-License-Identifier: BSD-2-Clause */
/* The write cache of a drive is set as the plan asks, read back, and restored,
 * by the program for its kind of drive; what cannot be, and a drive that does
 * not obey, is told and recorded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/cache.h"

static char scene[] = "/tmp/cache.XXXXXX";
static int failures;

/* Stand-ins keep the state of the "drive" in a file. */
static const char nvme[] =
"#!/bin/sh\n"
"case $* in\n"
"'get-feature /dev/nvme9n1 --feature-id=6')\n"
"	echo \"get-feature:0x06 (Volatile Write Cache), Current value:\"\\\n"
"	\"0x0000000$(cat state)\" ;;\n"
"'set-feature /dev/nvme9n1 --feature-id=6 --value='?)\n"
"	[ -e stubborn ] || echo ${4#*=} >state ;;\n"
"*) exit 1 ;;\n"
"esac\n";
static const char hdparm[] =
"#!/bin/sh\n"
"[ \"$2\" = /dev/sdz ] || exit 1\n"
"case $1 in\n"
"-W) printf '\\n/dev/sdz:\\n write-caching =  %s (on)\\n' $(cat state) ;;\n"
"-W?) echo ${1#-W} >state ;;\n"
"*) exit 1 ;;\n"
"esac\n";
static const char sdparm[] =
"#!/bin/sh\n"
"[ \"$2\" = /dev/sdz ] || exit 1\n"
"case $1 in\n"
"--get=WCE) echo '    /dev/sdz: MAKER  DRIVE  1.0'\n"
"	echo \"WCE           $(cat state)  [cha: y, def:  1, sav:  1]\" ;;\n"
"--set=WCE) echo 1 >state ;;\n"
"--clear=WCE) echo 0 >state ;;\n"
"*) exit 1 ;;\n"
"esac\n";

static void
put(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	if (f == NULL || fputs(text, f) == EOF || fclose(f) == EOF ||
	    chmod(name, 0700) == -1)
		exit(1);
}

static char
state(void)
{
	FILE *f = fopen("state", "r");
	int c = f == NULL ? '?' : fgetc(f);

	if (f != NULL)
		fclose(f);
	return (char)c;
}

static void
expect(bool good, const char *name, const char *what)
{
	if (good)
		return;
	printf("%s: %s\n", name, what);
	failures++;
}

static void
expect_fact(const struct facts *facts, const char *name, const char *fact,
    const char *value)
{
	const char *is = facts_get(facts, fact);

	if (strcmp(is == NULL ? "" : is, value) == 0)
		return;
	printf("%s: %s is '%s', not '%s'\n", name, fact, is == NULL ? "" : is,
	    value);
	failures++;
}

/* A drive of each kind: on, asked to be off, and on again afterwards. */
static void
check_kind(struct arena *a, const char *device, const char *dir,
    const char *command)
{
	const struct target t = {
		.path = device, .block = true,
		.device = {.name = device, .whole_name = device, .dir = dir,
		    .whole_dir = dir},
	};
	struct facts facts = {0, NULL};
	struct cache c;

	put("state", "1\n");
	facts_set(a, &facts, "write_cache", "write back");
	cache_prepare(a, &c, &t, "as-found", true, &facts);
	expect(state() == '1', dir, "as found");
	expect_fact(&facts, dir, "write_cache_set_by", "");
	cache_prepare(a, &c, &t, "off", true, &facts);
	expect(state() == '0', dir, "not off");
	expect_fact(&facts, dir, "write_cache", "write through");
	expect_fact(&facts, dir, "write_cache_kernel", "write back");
	expect_fact(&facts, dir, "write_cache_asked", "off");
	expect_fact(&facts, dir, "write_cache_set_by", command);
	expect_fact(&facts, dir, "write_cache_found", "on");
	/* A purge turns it on again. */
	put("state", "1\n");
	cache_keep(a, &c);
	expect(state() == '0', dir, "not kept");
	/* The run is cut off and goes on: what it found first is restored. */
	cache_prepare(a, &c, &t, "off", true, &facts);
	expect(state() == '0', dir, "not off when it goes on");
	cache_restore(a, &c);
	expect(state() == '1', dir, "not restored");
	cache_prepare(a, &c, &t, "off", false, &facts);
	expect(state() == '1', dir, "set for a plan that only reads");
	expect(facts_get(&facts, "write_cache_not_set") != NULL, dir,
	    "no reason");
	put("state", "nonsense\n");
	cache_prepare(a, &c, &t, "as-found", true, &facts);
	expect(!c.known, dir, "nonsense is known");
}

/* A drive that says yes and does not. */
static void
check_stubborn(struct arena *a)
{
	const struct target t = {
		.path = "/dev/nvme9n1", .block = true,
		.device = {.name = "nvme9n1", .whole_name = "nvme9n1",
		    .dir = "/", .whole_dir = "/"},
	};
	struct facts facts = {0, NULL};
	struct cache c;

	put("state", "1\n");
	put("stubborn", "");
	cache_prepare(a, &c, &t, "off", true, &facts);
	expect_fact(&facts, "stubborn", "write_cache_not_set", "the drive does "
	    "not obey 'nvme set-feature /dev/nvme9n1 --feature-id=6 "
	    "--value=0'");
	expect_fact(&facts, "stubborn", "write_cache", "write back");
	unlink("stubborn");
	unlink("nvme");
	cache_prepare(a, &c, &t, "off", true, &facts);
	expect_fact(&facts, "no nvme", "write_cache_not_set", "its program is "
	    "not installed (nvme, hdparm, sdparm)");
}

/* A drive without a cache: nothing to turn off, but something to turn on. */
static void
check_none(struct arena *a)
{
	const struct target t = {
		.path = "/dev/nvme9n1", .block = true,
		.device = {.name = "nvme9n1", .whole_name = "nvme9n1",
		    .dir = "/", .whole_dir = "/"},
	};
	struct facts facts = {0, NULL};
	struct cache c;

	put("nvme", "#!/bin/sh\nexit 1\n");
	facts_set(a, &facts, "write_cache", "write through");
	cache_prepare(a, &c, &t, "off", true, &facts);
	expect_fact(&facts, "no cache", "write_cache_not_set", "");
	cache_prepare(a, &c, &t, "on", true, &facts);
	expect(facts_get(&facts, "write_cache_not_set") != NULL, "no cache",
	    "taken for on");
	expect_fact(&facts, "no cache", "write_cache", "write through");
	unlink("nvme");
}

int
main(void)
{
	struct arena *a = arena_new();

	if (mkdtemp(scene) == NULL || chdir(scene) == -1)
		return 1;
	setenv("PATH", arena_printf(a, "%s:/bin", scene), 1);
	put("nvme", nvme);
	put("hdparm", hdparm);
	put("sdparm", sdparm);
	check_kind(a, "nvme9n1", "/sys/devices/pci/nvme/nvme9/nvme9n1",
	    "nvme set-feature /dev/nvme9n1 --feature-id=6 --value=0");
	check_kind(a, "sdz", "/sys/devices/pci/ata1/sdz",
	    "hdparm -W0 /dev/sdz");
	check_kind(a, "sdz", "/sys/devices/pci/end_device-0:0/sdz",
	    "sdparm --clear=WCE /dev/sdz");
	check_stubborn(a);
	check_none(a);
	unlink("state");
	unlink("hdparm");
	unlink("sdparm");
	rmdir(scene);
	arena_free(a);
	return failures > 0;
}
