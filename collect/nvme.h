/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_NVME_H
#define PLATEAU_COLLECT_NVME_H

#include <stddef.h>

#include "base/arena.h"
#include "collect/target.h"
#include "collect/tool.h"
#include "model/run.h"

/*
 * nvme_identify() asks nvme-cli, if it is installed and the target is an NVMe
 * device, what sysfs does not tell: the LBA format, the capacity of all its
 * flash; and model, serial and firmware if sysfs has none.
 */
void nvme_identify(struct arena *a, const struct target *t,
    struct facts *facts);

/*
 * nvme_counters() is smart_counters() by nvme-cli.  It tells what smartctl does
 * not: for how long the drive has throttled itself, and nand_written_bytes_,
 * from the log page of the Open Compute Project, which most drives for data
 * centers have.
 */
void nvme_counters(struct arena *a, const struct target *t, const char *when,
    struct facts *facts);

/*
 * What they do with what "nvme id-ctrl", "id-ns", "list", "smart-log" and "ocp
 * smart-add-log" printed, as JSON or, the first of them, as lines; of a list,
 * which has had two shapes, the entry for the namespace 'name' ("nvme0n1").
 * For tests.
 */
void nvme_parse_controller(struct arena *a, const char *text, size_t length,
    struct facts *facts);
void nvme_parse_namespace(struct arena *a, const char *text, size_t length,
    struct facts *facts);
void nvme_parse_list(struct arena *a, const char *text, size_t length,
    const char *name, struct facts *facts);
void nvme_parse_counters(struct arena *a, const char *text, size_t length,
    const char *when, struct facts *facts);
void nvme_parse_media(struct arena *a, const char *text, size_t length,
    const char *when, struct facts *facts);

/* nvme_ask() runs "nvme VERB -o json" on the disk.  False, silently, if that
 * gives nothing. */
bool nvme_ask(struct arena *a, const struct target *t, const char *verb,
    struct tool_result *result);

#endif
