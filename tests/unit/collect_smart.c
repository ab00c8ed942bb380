/* SPDX-License-Identifier: BSD-2-Clause */
/* What smartctl prints becomes facts; what is strange in it is left out, and
 * the rest is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/smart.h"

static const struct {
	const char *text;
	const char *fact, *value;	/* NULL: not there */
} cases[] = {
	/* NVMe: data units are 512000 bytes. */
	{"{\"model_name\": \"Fast One\", \"firmware_version\": \"1.2\"}",
	    "model", "Fast One"},
	{"{\"nvme_smart_health_information_log\": {\"data_units_written\": "
	    "10, \"percentage_used\": 3}}", "host_written_bytes_x",
	    "5120000"},
	{"{\"nvme_smart_health_information_log\": {\"percentage_used\": 3}}",
	    "wear_percent_x", "3"},
	{"{\"temperature\": {\"current\": 37}}", "temperature_c_x", "37"},
	/* ATA: by the attributes' names. */
	{"{\"ata_smart_attributes\": {\"table\": [{\"id\": 9}, {\"name\": "
	    "\"Total_LBAs_Written\", \"raw\": {\"value\": 1000}}]}}",
	    "host_written_bytes_x", "512000"},
	{"{\"ata_smart_attributes\": {\"table\": [{\"name\": "
	    "\"Host_Writes_32MiB\", \"raw\": {\"value\": 2}}]}}",
	    "host_written_bytes_x", "67108864"},
	/* Strange: left out, the rest kept. */
	{"{\"temperature\": {\"current\": \"37\"}}", "temperature_c_x", "37"},
	{"{\"temperature\": {\"current\": \"warm\"}, \"model_name\": \"M\"}",
	    "model", "M"},
	{"{\"temperature\": {\"current\": \"warm\"}, \"model_name\": \"M\"}",
	    "temperature_c_x", NULL},
	{"{\"temperature\": {\"current\": -5}}", "temperature_c_x", NULL},
	{"{\"temperature\": 37}", "temperature_c_x", NULL},
	{"{\"model_name\": [\"M\"]}", "model", NULL},
	{"{\"model_name\": \"a\\u001b[2Jb\\n\"}", "model", "a?[2Jb"},
	{"{\"model_name\": \"\"}", "model", NULL},
	{"{\"ata_smart_attributes\": {\"table\": {\"name\": 5}}}",
	    "host_written_bytes_x", NULL},
	{"{\"ata_smart_attributes\": {\"table\": [5, null, {\"name\": 5}, "
	    "{\"name\": \"Total_LBAs_Written\"}]}}", "host_written_bytes_x",
	    NULL},
	{"{\"nvme_smart_health_information_log\": {\"data_units_written\": "
	    "9223372036854775807}}", "host_written_bytes_x", NULL},
	/* Not an object, not whole, not JSON. */
	{"[1, 2]", "model", NULL},
	{"{\"model_name\": \"M\"", "model", NULL},
	{"Smartctl open device: /dev/loop0 failed", "model", NULL},
	{"", "model", NULL},
	{"{\"model_name\": \"M\"} trailing", "model", "M"},
};

int
main(void)
{
	int failures = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct arena *a = arena_new();
		struct facts facts = {0, NULL};

		smart_parse(a, cases[i].text, strlen(cases[i].text), &facts,
		    "x", &facts);

		const char *got = facts_get(&facts, cases[i].fact);
		const char *wanted = cases[i].value;

		if ((got == NULL) != (wanted == NULL) ||
		    (got != NULL && strcmp(got, wanted) != 0)) {
			printf("%s\n  %s is %s, not %s\n", cases[i].text,
			    cases[i].fact, got == NULL ? "missing" : got,
			    wanted == NULL ? "missing" : wanted);
			failures++;
		}
		arena_free(a);
	}

	/* Nested until the stack would end. */
	size_t depth = 1000000;
	char *deep = malloc(depth + 1);
	struct arena *a = arena_new();
	struct facts facts = {0, NULL};

	memset(deep, '[', depth);
	deep[depth] = '\0';
	smart_parse(a, deep, depth, &facts, "x", &facts);
	arena_free(a);
	free(deep);
	return failures > 0;
}
