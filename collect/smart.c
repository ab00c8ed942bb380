/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "collect/smart.h"
#include "collect/tool.h"

/* A drive that sleeps or is busy with a long erase answers late. */
#define TIMEOUT_NS UINT64_C(20000000000)

/* Deeper than smartctl nests, and no deeper than the stack likes. */
#define DEPTH_MOST 32

/* The bytes of an NVMe "data unit": a thousand blocks of 512. */
#define DATA_UNIT_BYTES 512000.0

/* The value at "a.b.c", or NULL if it or a part of the way is missing. */
static json_object *
find(json_object *from, const char *path)
{
	char part[64];

	while (from != NULL && *path != '\0') {
		size_t length = strcspn(path, ".");
		json_object *next = NULL;

		if (length >= sizeof(part))
			return NULL;
		memcpy(part, path, length);
		part[length] = '\0';
		if (!json_object_is_type(from, json_type_object) ||
		    !json_object_object_get_ex(from, part, &next))
			return NULL;
		from = next;
		path += length + (path[length] == '.');
	}
	return from;
}

static void
set_text(struct arena *a, struct facts *facts, const char *name,
    json_object *value)
{
	if (value != NULL && json_object_is_type(value, json_type_string) &&
	    facts_get(facts, name) == NULL)
		facts_set(a, facts, name, json_object_get_string(value));
}

/* A number, times 'unit'.  Some versions print large ones as text with commas;
 * what is not a plain number is left out. */
static void
set_number(struct arena *a, struct facts *facts, const char *name,
    json_object *value, double unit)
{
	if (value == NULL || !json_object_is_type(value, json_type_int))
		return;

	double number = (double)json_object_get_int64(value) * unit;

	if (number >= 0 && number < 0x1p63)
		facts_setf(a, facts, name, "%.0f", number);
}

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
		json_object *name = find(row, "name");

		if (name == NULL || !json_object_is_type(name,
		    json_type_string))
			continue;
		for (size_t k = 0; k < sizeof(known) / sizeof(*known); k++)
			if (strcmp(json_object_get_string(name),
			    known[k].attribute) == 0)
				set_number(a, facts, arena_printf(a, "%s_%s",
				    known[k].fact, when), find(row,
				    known[k].field), known[k].unit);
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
		{"media_errors", "nvme_smart_health_information_log."
		    "media_errors", 1},
		{"throttled_minutes", "nvme_smart_health_information_log."
		    "warning_temp_time", 1},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		set_number(a, facts, arena_printf(a, "%s_%s", known[i].fact,
		    when), find(root, known[i].path), known[i].unit);
	set_ata(a, facts, when, find(root, "ata_smart_attributes.table"));
}

static void
set_identity(struct arena *a, json_object *root, struct facts *facts)
{
	static const struct {
		const char *fact, *path;
	} known[] = {
		{"model", "model_name"},
		{"firmware", "firmware_version"},
		{"form_factor", "form_factor.name"},
		{"protocol", "device.protocol"},
		{"link_speed", "interface_speed.current.string"},
		{"link_speed_max", "interface_speed.max.string"},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		set_text(a, facts, known[i].fact, find(root, known[i].path));
}

void
smart_parse(struct arena *a, const char *text, size_t length,
    struct facts *identity, const char *when, struct facts *counters)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MOST);
	json_object *root = NULL;

	if (tokener != NULL && length < INT32_MAX)
		root = json_tokener_parse_ex(tokener, text, (int)length);
	if (root != NULL && identity != NULL)
		set_identity(a, root, identity);
	if (root != NULL)
		set_counters(a, root, when, counters);
	json_object_put(root);
	if (tokener != NULL)
		json_tokener_free(tokener);
}

static void
ask(struct arena *a, const struct target *t, struct facts *identity,
    const char *when, struct facts *counters)
{
	const char *device = t->device.whole_name == NULL ? NULL :
	    arena_printf(a, "/dev/%s", t->device.whole_name);
	const char *const argv[] = {"smartctl", "-j", "-a", device, NULL};
	struct tool_result result;

	/* Its exit status has a bit for each thing that is worth a look: what
	 * it printed is good all the same. */
	if (t->block && device != NULL &&
	    tool_run(a, argv, TIMEOUT_NS, false, &result) == 0)
		smart_parse(a, result.output, result.length, identity, when,
		    counters);
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
