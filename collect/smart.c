/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/units.h"
#include "collect/answer.h"
#include "collect/halt.h"
#include "collect/nvme.h"
#include "collect/smart.h"
#include "collect/tool.h"

/* The bytes of an NVMe "data unit": a thousand blocks of 512. */
#define DATA_UNIT_BYTES 512000.0

/* Attributes of ATA drives have numbers that their makers agree on, mostly:
 * those below mean the same with all that have them by this name. */
static void
set_ata(struct arena *a, struct facts *facts, const char *when,
    json_object *table)
{
	static const struct {
		const char *attribute, *fact, *field;
		double unit;
	} known[] = {
		{"Total_LBAs_Written", "host_written_bytes", "raw.value", 512},
		{"Total_LBAs_Read", "host_read_bytes", "raw.value", 512},
		{"Host_Writes_32MiB", "host_written_bytes", "raw.value",
		    33554432},
		{"Host_Reads_32MiB", "host_read_bytes", "raw.value",
		    33554432},
		{"NAND_Writes_32MiB", "nand_written_bytes", "raw.value",
		    33554432},
		{"NAND_Writes_1GiB", "nand_written_bytes", "raw.value",
		    1073741824},
	};

	if (table == NULL || !json_object_is_type(table, json_type_array))
		return;
	for (size_t i = 0; i < json_object_array_length(table); i++) {
		json_object *row = json_object_array_get_idx(table, i);
		json_object *name = answer_find(row, "name");

		if (name == NULL || !json_object_is_type(name,
		    json_type_string))
			continue;
		for (size_t k = 0; k < sizeof(known) / sizeof(*known); k++)
			if (strcmp(json_object_get_string(name),
			    known[k].attribute) == 0)
				answer_set_number(a, facts, arena_printf(a,
				    "%s_%s", known[k].fact, when),
				    answer_find(row, known[k].field),
				    known[k].unit);
	}
}

static void
set_counters(struct arena *a, json_object *root, const char *when,
    struct facts *facts)
{
	static const struct {
		const char *fact, *path;
		double unit;
	} known[] = {
		{"temperature_c", "temperature.current", 1},
		{"power_on_hours", "power_on_time.hours", 1},
		{"wear_percent", "nvme_smart_health_information_log."
		    "percentage_used", 1},
		{"wear_percent", "scsi_percentage_used_endurance_indicator",
		    1},
		{"host_written_bytes", "nvme_smart_health_information_log."
		    "data_units_written", DATA_UNIT_BYTES},
		{"host_read_bytes", "nvme_smart_health_information_log."
		    "data_units_read", DATA_UNIT_BYTES},
		{"host_written_bytes", "scsi_error_counter_log.write."
		    "gigabytes_processed", 1e9},
		{"host_read_bytes", "scsi_error_counter_log.read."
		    "gigabytes_processed", 1e9},
		{"media_errors", "nvme_smart_health_information_log."
		    "media_errors", 1},
		{"throttled_minutes", "nvme_smart_health_information_log."
		    "warning_temp_time", 1},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		answer_set_number(a, facts, arena_printf(a, "%s_%s",
		    known[i].fact, when), answer_find(root, known[i].path),
		    known[i].unit);
	set_ata(a, facts, when, answer_find(root,
	    "ata_smart_attributes.table"));
}

static void
set_identity(struct arena *a, json_object *root, struct facts *facts)
{
	static const struct {
		const char *fact, *path;
	} known[] = {
		{"model", "model_name"},
		{"model", "scsi_model_name"},
		{"firmware", "firmware_version"},
		{"firmware", "scsi_revision"},
		{"form_factor", "form_factor.name"},
		{"protocol", "device.protocol"},
		{"link_speed", "interface_speed.current.string"},
		{"link_speed_max", "interface_speed.max.string"},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		answer_set_json(a, facts, known[i].fact, answer_find(root,
		    known[i].path));
}

void
smart_parse(struct arena *a, const char *text, size_t length,
    struct facts *identity, const char *when, struct facts *counters)
{
	json_object *root = answer_json(text, length);

	if (root != NULL && identity != NULL)
		set_identity(a, root, identity);
	if (root != NULL)
		set_counters(a, root, when, counters);
	json_object_put(root);
}

static void
ask(struct arena *a, const struct target *t, struct facts *identity,
    const char *when, struct facts *counters)
{
	const char *device = t->device.whole_name == NULL ? NULL :
	    arena_printf(a, "/dev/%s", t->device.whole_name);
	const char *const argv[] = {"smartctl", "-j", "-a", device, NULL};
	struct tool_result result;

	/* Of a drive that does not answer nothing is to be learned, and who
	 * asks it may never return. */
	if (halt_reason() == HALT_LOST)
		return;
	/* Its exit status has a bit for each thing that is worth a look: what
	 * it printed is good all the same. */
	if (t->block && device != NULL &&
	    tool_ask(a, argv, &result) == 0)
		smart_parse(a, result.output, result.length, identity, when,
		    counters);
	nvme_counters(a, t, when, counters);
}

void
smart_identify(struct arena *a, const struct target *t, struct facts *facts)
{
	ask(a, t, facts, "begin", facts);
}

void
smart_counters(struct arena *a, const struct target *t, const char *when,
    struct facts *facts)
{
	ask(a, t, NULL, when, facts);
}

/* How far a counter rose; 0 if it is not known. */
static uint64_t
rise(struct arena *a, const struct facts *facts, const char *name)
{
	uint64_t value[2];
	static const char *const when[] = {"begin", "end"};

	for (size_t i = 0; i < 2; i++) {
		const char *text = facts_get(facts, arena_printf(a, "%s_%s",
		    name, when[i])), *why;

		if (text == NULL || units_parse_whole(text, 0, UINT64_MAX,
		    &value[i], &why) == -1)
			return 0;
	}
	return value[1] > value[0] ? value[1] - value[0] : 0;
}

const char *
smart_amplification(struct arena *a, const struct facts *facts)
{
	uint64_t host = rise(a, facts, "host_written_bytes");
	uint64_t flash = rise(a, facts, "nand_written_bytes");
	char by_host[UNITS_TEXT], to_flash[UNITS_TEXT];

	if (host == 0 || flash == 0)
		return NULL;
	return arena_printf(a, "write amplification %.2f: by the drive's own "
	    "counters %s from the host, %s to the flash",
	    (double)flash / (double)host, units_format_capacity(by_host,
	    sizeof(by_host), host), units_format_capacity(to_flash,
	    sizeof(to_flash), flash));
}
