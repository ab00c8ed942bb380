/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers of PCI vendors and devices get their names from a list of them, and
 * none where the list is missing, strange, or has no such number. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/pciids.h"

static const char list[] =
"# 1af4  A comment\n"
"0e11  Compaq Computer Corporation\n"
"\t1001  Not this one\n"
"1af4  Red Hat, Inc.\r\n"
"\t1000  Virtio network device\n"
"\t\t1001 1002  A subsystem\n"
"\t1001  Virtio block device\n"
"144d\n"
"ABCD  \n"
"C 01  Mass storage controller\n"
"\t08  Non-Volatile memory controller\n";

static const struct {
	const char *vendor, *device, *name;
} cases[] = {
	{"0x1af4", NULL, "Red Hat, Inc."},
	{"0x1AF4", NULL, "Red Hat, Inc."},
	{"0x1af4", "0x1001", "Virtio block device"},
	{"0x0e11", "0x1001", "Not this one"},
	{"0x0e11", "0x1000", NULL},		/* of another vendor */
	{"0x1af4", "0x1002", NULL},		/* that is a subsystem */
	{"0x144d", NULL, NULL},			/* without a name */
	{"0xabcd", NULL, NULL},
	{"0x9999", NULL, NULL},
	{"1af4", NULL, NULL},			/* not as sysfs has it */
	{"0x1af4f", NULL, NULL},
	{"ATA", NULL, NULL},
	{"0x1af4", "1001", NULL},
	{"", NULL, NULL},
};

int
main(void)
{
	char path[] = "/tmp/pciids.XXXXXX";
	int fd = mkstemp(path);
	struct arena *a = arena_new();
	int failed = 0;

	if (fd == -1 || write(fd, list, sizeof(list) - 1) !=
	    (ssize_t)sizeof(list) - 1)
		return 1;
	close(fd);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *name = cases[i].device == NULL ?
		    pciids_vendor(a, path, cases[i].vendor) :
		    pciids_device(a, path, cases[i].vendor, cases[i].device);

		if (strcmp(name == NULL ? "" : name, cases[i].name == NULL ?
		    "" : cases[i].name) == 0)
			continue;
		printf("%s %s: '%s'\n", cases[i].vendor, cases[i].device ==
		    NULL ? "" : cases[i].device, name == NULL ? "" : name);
		failed = 1;
	}
	unlink(path);
	if (pciids_vendor(a, path, "0x1af4") != NULL)
		failed = 1;
	arena_free(a);
	return failed;
}
