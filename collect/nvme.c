/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "collect/answer.h"
#include "collect/nvme.h"
#include "collect/tool.h"

/* The bytes of a "data unit": a thousand blocks of 512. */
#define DATA_UNIT_BYTES 512000.0

/* The log's temperature is in whole kelvins. */
#define KELVIN 273.0

/* A list nests subsystems, controllers and namespaces. */
#define LIST_DEPTH 8

static const struct {
	const char *fact, *field, *of_list;
} identity[] = {
	{"model", "mn", "ModelNumber"},
	{"serial", "sn", "SerialNumber"},
	{"firmware", "fr", "Firmware"},
};

#define NIDENTITY (sizeof(identity) / sizeof(*identity))

void
nvme_parse_controller(struct arena *a, const char *text, size_t length,
    struct facts *facts)
{
	json_object *root = answer_json(text, length);

	/* Old versions print lines whatever they are asked for. */
	for (size_t i = 0; i < NIDENTITY; i++)
		if (root != NULL)
			answer_set_json(a, facts, identity[i].fact,
			    answer_find(root, identity[i].field));
		else
			answer_set_text(a, facts, identity[i].fact,
			    answer_line(a, text, identity[i].field));
	if (root != NULL) {
		answer_set_number(a, facts, "flash_capacity_bytes",
		    answer_find(root, "tnvmcap"), 1);
	} else {
		json_object *number = NULL;
		const char *line = answer_line(a, text, "tnvmcap");

		if (line != NULL)
			number = json_object_new_string(line);
		answer_set_number(a, facts, "flash_capacity_bytes", number, 1);
		json_object_put(number);
	}
	json_object_put(root);
}

/* The number of the format in use: four bits, and two more beside a flag. */
static size_t
format_index(double flbas)
{
	unsigned bits = flbas < 128 ? (unsigned)flbas : 0;

	return (bits & 15) | (bits >> 5 & 3) << 4;
}

void
nvme_parse_namespace(struct arena *a, const char *text, size_t length,
    struct facts *facts)
{
	json_object *root = answer_json(text, length);
	json_object *formats = answer_find(root, "lbafs");
	double flbas, data, metadata;

	if (answer_number(answer_find(root, "flbas"), &flbas) &&
	    json_object_is_type(formats, json_type_array)) {
		size_t index = format_index(flbas);
		json_object *format = index <
		    json_object_array_length(formats) ?
		    json_object_array_get_idx(formats, index) : NULL;

		if (answer_number(answer_find(format, "ds"), &data) &&
		    data < 32 && answer_number(answer_find(format, "ms"),
		    &metadata))
			facts_setf(a, facts, "lba_format", "%zu of %zu: %u + "
			    "%.0f bytes", index,
			    json_object_array_length(formats),
			    1u << (unsigned)data, metadata);
	}
	json_object_put(root);
}

/* Whether an entry of a list is for this namespace, or has it below it. */
static bool
is_entry(json_object *entry, const char *name)
{
	json_object *path = answer_find(entry, "DevicePath");
	json_object *spaces = answer_find(entry, "Namespaces");

	if (json_object_is_type(path, json_type_string)) {
		const char *text = json_object_get_string(path);

		return strncmp(text, "/dev/", 5) == 0 &&
		    strcmp(text + 5, name) == 0;
	}
	if (!json_object_is_type(spaces, json_type_array))
		return false;
	for (size_t i = 0; i < json_object_array_length(spaces); i++) {
		json_object *space = answer_find(
		    json_object_array_get_idx(spaces, i), "NameSpace");

		if (json_object_is_type(space, json_type_string) &&
		    strcmp(json_object_get_string(space), name) == 0)
			return true;
	}
	return false;
}

static void
search_list(struct arena *a, json_object *at, const char *name,
    struct facts *facts, unsigned depth)
{
	static const char *const below[] = {
		"Devices", "Subsystems", "Controllers",
	};

	if (depth == LIST_DEPTH)
		return;
	for (size_t i = 0; json_object_is_type(at, json_type_array) &&
	    i < json_object_array_length(at); i++)
		search_list(a, json_object_array_get_idx(at, i), name, facts,
		    depth + 1);
	for (size_t i = 0; i < sizeof(below) / sizeof(*below); i++)
		if (answer_find(at, below[i]) != NULL)
			search_list(a, answer_find(at, below[i]), name, facts,
			    depth + 1);
	for (size_t i = 0; is_entry(at, name) && i < NIDENTITY; i++)
		answer_set_json(a, facts, identity[i].fact, answer_find(at,
		    identity[i].of_list));
}

void
nvme_parse_list(struct arena *a, const char *text, size_t length,
    const char *name, struct facts *facts)
{
	json_object *root = answer_json(text, length);

	search_list(a, root, name, facts, 0);
	json_object_put(root);
}

void
nvme_parse_counters(struct arena *a, const char *text, size_t length,
    const char *when, struct facts *facts)
{
	static const struct {
		const char *fact, *field;
		double unit;
	} known[] = {
		{"power_on_hours", "power_on_hours", 1},
		{"wear_percent", "percent_used", 1},
		{"host_written_bytes", "data_units_written", DATA_UNIT_BYTES},
		{"host_read_bytes", "data_units_read", DATA_UNIT_BYTES},
		{"media_errors", "media_errors", 1},
		{"throttled_minutes", "warning_temp_time", 1},
	};
	json_object *root = answer_json(text, length);
	double kelvin, hot, light_s, heavy_s;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		answer_set_number(a, facts, arena_printf(a, "%s_%s",
		    known[i].fact, when), answer_find(root, known[i].field),
		    known[i].unit);
	if (answer_number(answer_find(root, "temperature"), &kelvin) &&
	    kelvin >= KELVIN)
		facts_setf(a, facts, arena_printf(a, "temperature_c_%s", when),
		    "%.0f", kelvin - KELVIN);
	/* Drives count how long they were too hot, or how long they took heed
	 * of it, in seconds; the larger one never goes back. */
	if (answer_number(answer_find(root, "warning_temp_time"), &hot) &&
	    answer_number(answer_find(root, "thm_temp1_total_time"),
	    &light_s) && answer_number(answer_find(root,
	    "thm_temp2_total_time"), &heavy_s) && light_s + heavy_s > 60 * hot)
		facts_setf(a, facts, arena_printf(a, "throttled_minutes_%s",
		    when), "%.2f", (light_s + heavy_s) / 60);
	json_object_put(root);
}

static bool
is_nvme(const struct target *t)
{
	return t->block && t->device.whole_name != NULL &&
	    strncmp(t->device.whole_name, "nvme", 4) == 0;
}

/* A number of 128 bits in two halves, as bytes. */
void
nvme_parse_media(struct arena *a, const char *text, size_t length,
    const char *when, struct facts *facts)
{
	json_object *root = answer_json(text, length);
	json_object *units = answer_find(root, "Physical media units written");
	double high, low;

	if (answer_number(answer_find(units, "hi"), &high) && high == 0 &&
	    answer_number(answer_find(units, "lo"), &low) && low < 0x1p63)
		facts_setf(a, facts, arena_printf(a, "nand_written_bytes_%s",
		    when), "%.0f", low);
	json_object_put(root);
}

/* Runs "nvme WORDS -o json [DEVICE]", one word or two; false if that gives
 * nothing. */
static bool
run_nvme(struct arena *a, const char *word, const char *other,
    const struct target *t, struct tool_result *result)
{
	const char *argv[7] = {"nvme", word};
	unsigned n = 2;

	if (other != NULL)
		argv[n++] = other;
	argv[n++] = "-o";
	argv[n++] = "json";
	if (t != NULL)
		argv[n] = arena_printf(a, "/dev/%s", t->device.whole_name);
	return tool_ask(a, argv, result) == 0 &&
	    result->status == 0;
}

bool
nvme_ask(struct arena *a, const struct target *t, const char *verb,
    struct tool_result *result)
{
	return run_nvme(a, verb, NULL, t, result);
}

void
nvme_identify(struct arena *a, const struct target *t, struct facts *facts)
{
	struct tool_result r;

	if (!is_nvme(t))
		return;
	if (nvme_ask(a, t, "id-ctrl", &r))
		nvme_parse_controller(a, r.output, r.length, facts);
	if (nvme_ask(a, t, "id-ns", &r))
		nvme_parse_namespace(a, r.output, r.length, facts);
	if (facts_get(facts, "model") == NULL &&
	    run_nvme(a, "list", NULL, NULL, &r))
		nvme_parse_list(a, r.output, r.length, t->device.whole_name,
		    facts);
}

void
nvme_counters(struct arena *a, const struct target *t, const char *when,
    struct facts *facts)
{
	struct tool_result r;

	if (is_nvme(t) && nvme_ask(a, t, "smart-log", &r))
		nvme_parse_counters(a, r.output, r.length, when, facts);
	if (is_nvme(t) && run_nvme(a, "ocp", "smart-add-log", t, &r))
		nvme_parse_media(a, r.output, r.length, when, facts);
}
