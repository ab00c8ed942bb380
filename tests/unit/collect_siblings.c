/* SPDX-License-Identifier: BSD-2-Clause */
/* A purge that may reach all of a controller is refused while that has other
 * namespaces, and its tool is not run. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "collect/purge.h"

static char scene[] = "/tmp/siblings.XXXXXX";

/* A folder as /sys/block is, over it, for this process alone. */
static int
put_over_sysfs(struct arena *a, const char *const *names)
{
	const char *dir = arena_printf(a, "%s/block", scene);

	if (unshare(CLONE_NEWNS) == -1 ||
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == -1)
		return -1;
	for (; *names != NULL; names++)
		if (file_make_dirs(arena_printf(a, "%s/%s", dir, *names)) ==
		    -1)
			return -1;
	return mount(dir, "/sys/block", NULL, MS_BIND, NULL);
}

static int
check(struct arena *a, const char *name, unsigned siblings, const char *method)
{
	struct target t = {
		.path = "/dev/null", .fd = -1, .block = true,
		.device = {.name = name, .whole_name = name, .dir = "/",
		    .whole_dir = "/"},
	};
	struct engine_kind kind = {.name = "test"};
	const char *note = "";
	unsigned found = blockdev_siblings(a, &t.device);

	if (found != siblings) {
		printf("%s: %u siblings, not %u\n", name, found, siblings);
		return 1;
	}
	if (siblings == 0)
		return 0;
	if (purge_target(a, &t, &kind, method, &note) == RUN_FAILED &&
	    strstr(note, "other namespaces") != NULL &&
	    !file_exists("called"))
		return 0;
	printf("%s: %s was done: %s\n", name, method, note);
	return 1;
}

int
main(void)
{
	static const char *const names[] = {
		"nvme9n1", "nvme9n2", "nvme8n1", "nvme80n1", "sda", NULL,
	};
	struct arena *a = arena_new();
	int failures = 0;

	if (geteuid() != 0) {
		puts("needs root");
		return 77;
	}
	if (mkdtemp(scene) == NULL || chdir(scene) == -1)
		return 1;
	if (put_over_sysfs(a, names) == -1) {
		puts("needs a mount namespace");
		return 77;
	}

	static const char tool[] = "#!/bin/sh\n: >called\n";

	if (file_replace_bytes("nvme", tool, sizeof(tool) - 1) == -1 ||
	    chmod("nvme", 0700) == -1)
		return 1;
	setenv("PATH", arena_printf(a, "%s:/bin", scene), 1);
	failures += check(a, "nvme9n1", 1, "nvme-format");
	failures += check(a, "nvme9n2", 1, "nvme-sanitize");
	failures += check(a, "nvme8n1", 0, NULL);
	failures += check(a, "sda", 0, NULL);
	umount("/sys/block");
	if (chdir("/") == 0) {
		unlink(arena_printf(a, "%s/nvme", scene));
		for (const char *const *n = names; *n != NULL; n++)
			rmdir(arena_printf(a, "%s/block/%s", scene, *n));
		rmdir(arena_printf(a, "%s/block", scene));
		rmdir(scene);
	}
	arena_free(a);
	return failures > 0;
}
