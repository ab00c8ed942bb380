/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "collect/blockdev.h"
#include "collect/pciids.h"
#include "collect/wiring.h"

/* More interrupts than this are told as their count. */
#define IRQS_MOST 64

static const char *
attribute(struct arena *a, const char *dir, const char *name)
{
	const char *text = file_read_line(a, arena_printf(a, "%s/%s", dir,
	    name));

	return text == NULL || *text == '\0' ? NULL : text;
}

/* The folder above the last part of 'dir', or NULL at the top. */
static const char *
above(struct arena *a, const char *dir)
{
	const char *slash = strrchr(dir, '/');

	return slash == NULL || slash == dir ? NULL :
	    arena_strndup(a, dir, (size_t)(slash - dir));
}

/* The PCI function that the disk hangs on, or NULL. */
static const char *
pci_above(struct arena *a, const char *dir)
{
	for (; dir != NULL; dir = above(a, dir)) {
		const char *class = attribute(a, dir, "class");

		if (class != NULL && strncmp(class, "0x", 2) == 0 &&
		    attribute(a, dir, "vendor") != NULL)
			return dir;
	}
	return NULL;
}

static void
set_controller(struct arena *a, const char *pci, const char *pci_ids,
    struct facts *facts)
{
	const char *vendor = attribute(a, pci, "vendor");
	const char *device = attribute(a, pci, "device");
	const char *maker = pciids_vendor(a, pci_ids, vendor);
	const char *name = device == NULL ? NULL :
	    pciids_device(a, pci_ids, vendor, device);
	char driver[PATH_MAX];

	if (maker != NULL && name != NULL)
		facts_setf(a, facts, "controller", "%s %s", maker, name);
	if (realpath(arena_printf(a, "%s/driver", pci), driver) != NULL)
		facts_set(a, facts, "controller_driver",
		    strrchr(driver, '/') + 1);
}

/* Drivers of SCSI hosts have no common name for it. */
static void
set_firmware(struct arena *a, const char *dir, struct facts *facts)
{
	static const char *const names[] = {
		"version_fw", "fw_version", "firmware_version", "fwrev",
	};

	for (; dir != NULL; dir = above(a, dir)) {
		const char *host = strrchr(dir, '/') + 1;

		if (strncmp(host, "host", 4) != 0)
			continue;
		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
			const char *text = attribute(a, dir, arena_printf(a,
			    "scsi_host/%s/%s", host, names[i]));

			if (text != NULL)
				facts_set(a, facts, "controller_firmware",
				    text);
		}
	}
}

static int
is_number(const struct dirent *entry)
{
	return isdigit((unsigned char)entry->d_name[0]);
}

static int
is_phy(const struct dirent *entry)
{
	return strncmp(entry->d_name, "phy-", 4) == 0;
}

static void
free_entries(struct dirent **entries, int count)
{
	for (int i = 0; i < count; i++)
		free(entries[i]);
	if (count >= 0)
		free(entries);
}

static void
set_speed(struct arena *a, const char *dir, const char *name, const char *fact,
    struct facts *facts)
{
	const char *text = attribute(a, dir, name);

	/* "<unknown>" is not. */
	if (text != NULL && isdigit((unsigned char)*text) &&
	    facts_get(facts, fact) == NULL)
		facts_set(a, facts, fact, text);
}

/* The lanes of a port, all of the same speed, to a SAS drive. */
static void
set_sas_link(struct arena *a, const char *port, struct facts *facts)
{
	struct dirent **entries;
	int count = scandir(port, &entries, is_phy, versionsort);

	for (int i = 0; i < count; i++) {
		const char *phy = arena_printf(a, "%s/%s/sas_phy/%s", port,
		    entries[i]->d_name, entries[i]->d_name);

		set_speed(a, phy, "negotiated_linkrate", "link_speed", facts);
		set_speed(a, phy, "maximum_linkrate", "link_speed_max", facts);
	}
	if (count > 0)
		facts_setf(a, facts, "link_width", "%d", count);
	free_entries(entries, count);
}

/* The link to a SATA or SAS drive; that of an NVMe drive is an attribute of
 * its own. */
static void
set_link(struct arena *a, const char *dir, struct facts *facts)
{
	unsigned number;

	for (; dir != NULL; dir = above(a, dir)) {
		const char *name = strrchr(dir, '/') + 1;

		if (sscanf(name, "ata%u", &number) == 1) {
			const char *link = arena_printf(a, "%s/link%u/"
			    "ata_link/link%u", dir, number, number);

			set_speed(a, link, "sata_spd", "link_speed", facts);
			set_speed(a, link, "hw_sata_spd_limit",
			    "link_speed_max", facts);
		} else if (strncmp(name, "port-", 5) == 0) {
			set_sas_link(a, dir, facts);
			return;		/* the one nearest to the drive */
		}
	}
}

/* "2 1 0": a list of processors for each interrupt, in the order of their
 * numbers. */
static void
set_interrupts(struct arena *a, const char *pci, const char *proc,
    struct facts *facts)
{
	struct dirent **entries;
	int count = scandir(arena_printf(a, "%s/msi_irqs", pci), &entries,
	    is_number, versionsort);
	const char *all = "";

	for (int i = 0; i < count && count <= IRQS_MOST; i++) {
		const char *irq = arena_printf(a, "%s/irq/%s", proc,
		    entries[i]->d_name);
		const char *cpus = attribute(a, irq, "effective_affinity_list");

		if (cpus == NULL)
			cpus = attribute(a, irq, "smp_affinity_list");
		if (cpus != NULL)
			all = arena_printf(a, "%s%s%s", all, *all == '\0' ?
			    "" : " ", cpus);
	}
	if (count > 0)
		facts_setf(a, facts, "interrupts", "%d", count);
	facts_set(a, facts, "interrupt_cpus", all);
	free_entries(entries, count);
}

static void
set_place(struct arena *a, const char *pci, struct facts *facts)
{
	const char *node = attribute(a, pci, "numa_node");
	const char *cpus = attribute(a, pci, "local_cpulist");

	/* -1: the machine has no nodes, or does not say. */
	if (node != NULL && facts_get(facts, "numa_node") == NULL)
		facts_set(a, facts, "numa_node", node);
	if (cpus != NULL)
		facts_set(a, facts, "near_cpus", cpus);
}

void
wiring_tell(struct arena *a, const char *dir, const char *proc,
    const char *pci_ids, struct facts *facts)
{
	const char *pci = pci_above(a, dir);
	unsigned queues = blockdev_queues(a, dir);

	if (queues > 0)
		facts_setf(a, facts, "hardware_queues", "%u", queues);
	set_firmware(a, dir, facts);
	set_link(a, dir, facts);
	if (pci == NULL)
		return;
	set_controller(a, pci, pci_ids, facts);
	set_interrupts(a, pci, proc, facts);
	set_place(a, pci, facts);
}

void
wiring_hba(struct arena *a, const struct facts *device, struct facts *host)
{
	static const char *const interfaces[] = {"SATA", "SAS", "SCSI"};
	const char *interface = facts_get(device, "interface");
	const char *name = facts_get(device, "controller");
	const char *driver = facts_get(device, "controller_driver");
	const char *firmware = facts_get(device, "controller_firmware");

	for (size_t i = 0; interface != NULL && name != NULL &&
	    i < sizeof(interfaces) / sizeof(*interfaces); i++)
		if (strcmp(interface, interfaces[i]) == 0)
			facts_setf(a, host, "hba", "%s%s%s%s%s", name,
			    driver == NULL ? "" : ", driver ",
			    driver == NULL ? "" : driver,
			    firmware == NULL ? "" : ", firmware ",
			    firmware == NULL ? "" : firmware);
}
