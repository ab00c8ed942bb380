/* SPDX-License-Identifier: BSD-2-Clause */
/* A disk on which something is stacked (LVM, md, dm-crypt ...), or on a partition
 * of which something is, is in use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/file.h"
#include "collect/safety.h"

static char scene[] = "/tmp/stacked.XXXXXX";

int
main(void)
{
	struct arena *a = arena_new();

	if (mkdtemp(scene) == NULL)
		return 1;

	const char *holders = arena_printf(a, "%s/sdx/holders", scene);
	const char *holder = arena_printf(a, "%s/md127", holders);
	const struct blockdev disk = {
		/* A number that no device has. */
		.number = makedev(4095, 1), .whole_number = makedev(4095, 1),
		.name = "sdx", .whole_name = "sdx",
		.dir = arena_printf(a, "%s/sdx", scene),
		.whole_dir = arena_printf(a, "%s/sdx", scene),
	};
	int failures = 0;

	if (file_make_dirs(holders) == -1)
		return 1;
	if (safety_in_use(a, &disk) != NULL) {
		printf("nothing on it: %s\n", safety_in_use(a, &disk));
		failures++;
	}
	if (file_make_dirs(holder) == -1)
		return 1;

	const char *how = safety_in_use(a, &disk);

	if (how == NULL || strstr(how, "md127") == NULL) {
		printf("stacked on: %s\n", how == NULL ? "not in use" : how);
		failures++;
	}
	rmdir(holder);
	rmdir(holders);
	rmdir(disk.dir);
	rmdir(scene);
	arena_free(a);
	return failures > 0;
}
