/* SPDX-License-Identifier: BSD-2-Clause */
/* The controller of a disk, its firmware, and the processors that its
 * interrupts go to are found in sysfs, and nothing is made up without it. */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "collect/wiring.h"

#define PCI "/pci0000:00/0000:01:00.0"
#define ATA "/pci0000:00/0000:00:1f.2"
#define DISK PCI "/host3/port-3:0/target3:0:0/3:0:0:0/block/sdz"

static char scene[] = "/tmp/wiring.XXXXXX";

static const struct {
	const char *path, *text;
} files[] = {
	{PCI "/class", "0x010700\n"},
	{PCI "/vendor", "0x1000\n"},
	{PCI "/device", "0x0097\n"},
	{PCI "/numa_node", "1\n"},
	{PCI "/local_cpulist", "8-15\n"},
	{PCI "/msi_irqs/9", "msix\n"},
	{PCI "/msi_irqs/10", "msix\n"},
	{PCI "/msi_irqs/11", "msix\n"},
	{PCI "/host3/scsi_host/host3/version_fw", "16.00.01.00\n"},
	{PCI "/host3/port-3:0/phy-3:4/sas_phy/phy-3:4/negotiated_linkrate",
	    "12.0 Gbit\n"},
	{PCI "/host3/port-3:0/phy-3:5/sas_phy/phy-3:5/negotiated_linkrate",
	    "12.0 Gbit\n"},
	{ATA "/ata7/link7/ata_link/link7/sata_spd", "3.0 Gbps\n"},
	{ATA "/ata7/link7/ata_link/link7/hw_sata_spd_limit", "6.0 Gbps\n"},
	{ATA "/ata8/link8/ata_link/link8/sata_spd", "<unknown>\n"},
	{DISK "/mq/0/cpu_list", "0\n"},
	{DISK "/mq/1/cpu_list", "1\n"},
	{"/proc/irq/9/effective_affinity_list", "12\n"},
	{"/proc/irq/10/smp_affinity_list", "8-9\n"},
	{"/pci.ids", "1000  Broad LSI\n\t0097  SAS3008 HBA\n"},
};

static const struct {
	const char *fact, *value;
} expected[] = {
	{"controller", "Broad LSI SAS3008 HBA"},
	{"controller_firmware", "16.00.01.00"},
	{"controller_driver", "mpt"},
	{"numa_node", "1"},
	{"near_cpus", "8-15"},
	{"interrupts", "3"},
	{"interrupt_cpus", "12 8-9"},		/* 11 tells nothing */
	{"hardware_queues", "2"},
	{"link_speed", "12.0 Gbit"},
	{"link_width", "2"},
};

/* The links of two ports of a SATA controller. */
static int
check_sata(struct arena *a)
{
	struct facts seven = {0, NULL}, eight = {0, NULL};

	wiring_tell(a, arena_printf(a, "%s" ATA "/ata7/host6/target6:0:0/"
	    "6:0:0:0/block/sdy", scene), "/nowhere", NULL, &seven);
	wiring_tell(a, arena_printf(a, "%s" ATA "/ata8/host7/target7:0:0/"
	    "7:0:0:0/block/sdx", scene), "/nowhere", NULL, &eight);

	const char *is = facts_get(&seven, "link_speed");
	const char *most = facts_get(&seven, "link_speed_max");

	if (is != NULL && strcmp(is, "3.0 Gbps") == 0 && most != NULL &&
	    strcmp(most, "6.0 Gbps") == 0 && eight.count == 0)
		return 0;
	printf("the link of a SATA drive\n");
	return 1;
}

static int
build(struct arena *a)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		char *path = arena_printf(a, "%s%s", scene, files[i].path);
		char *slash = strrchr(path, '/');

		*slash = '\0';
		if (file_make_dirs(path) == -1)
			return -1;
		*slash = '/';
		if (file_replace_bytes(path, files[i].text,
		    strlen(files[i].text)) == -1)
			return -1;
	}
	if (file_make_dirs(arena_printf(a, "%s/drivers/mpt", scene)) == -1)
		return -1;
	return symlink("../../drivers/mpt", arena_printf(a, "%s" PCI "/driver",
	    scene));
}

static int
remove_entry(const char *path, const struct stat *st, int kind,
    struct FTW *place)
{
	(void)st;
	(void)kind;
	(void)place;
	return remove(path);
}

int
main(void)
{
	struct arena *a = arena_new();
	struct facts facts = {0, NULL}, none = {0, NULL}, host = {0, NULL};
	int failures = 0;

	if (mkdtemp(scene) == NULL || build(a) == -1)
		return 1;
	wiring_tell(a, arena_printf(a, "%s" DISK, scene), arena_printf(a,
	    "%s/proc", scene), arena_printf(a, "%s/pci.ids", scene), &facts);
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++) {
		const char *is = facts_get(&facts, expected[i].fact);

		if (is != NULL && strcmp(is, expected[i].value) == 0)
			continue;
		printf("%s is '%s', not '%s'\n", expected[i].fact,
		    is == NULL ? "" : is, expected[i].value);
		failures++;
	}
	/* It is the adapter of a SATA drive; an NVMe drive has none. */
	facts_set(a, &facts, "interface", "NVMe");
	wiring_hba(a, &facts, &none);
	failures += none.count != 0;
	facts_set(a, &facts, "interface", "SATA");
	wiring_hba(a, &facts, &host);
	if (facts_get(&host, "hba") == NULL ||
	    strcmp(facts_get(&host, "hba"), "Broad LSI SAS3008 HBA, "
	    "driver mpt, firmware 16.00.01.00") != 0) {
		printf("hba: %s\n", facts_get(&host, "hba"));
		failures++;
	}
	failures += check_sata(a);
	/* A loop device hangs on nothing. */
	wiring_tell(a, "/nowhere/virtual/block/loop0", "/nowhere", NULL, &none);
	failures += none.count != 0;
	arena_free(a);
	nftw(scene, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
	return failures > 0;
}
