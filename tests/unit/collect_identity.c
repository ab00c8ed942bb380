/* SPDX-License-Identifier: BSD-2-Clause */
/* What nvme-cli, hdparm and smartctl really printed about drives becomes facts,
 * however strange: newlines in texts, digits in groups, bytes that are no text,
 * lines where JSON was asked for.  Cut off anywhere it does no harm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "collect/answer.h"
#include "collect/ata.h"
#include "collect/nvme.h"
#include "collect/smart.h"

#define CASES "../shared/cases/"

static void
controller(struct arena *a, const char *text, size_t length, struct facts *f)
{
	nvme_parse_controller(a, text, length, f);
}

static void
space(struct arena *a, const char *text, size_t length, struct facts *f)
{
	nvme_parse_namespace(a, text, length, f);
}

static void
list(struct arena *a, const char *text, size_t length, struct facts *f)
{
	nvme_parse_list(a, text, length, "nvme1n1", f);
}

static void
counters(struct arena *a, const char *text, size_t length, struct facts *f)
{
	nvme_parse_counters(a, text, length, "x", f);
}

static void
media(struct arena *a, const char *text, size_t length, struct facts *f)
{
	nvme_parse_media(a, text, length, "x", f);
}

static void
ata(struct arena *a, const char *text, size_t length, struct facts *f)
{
	(void)length;
	ata_parse(a, text, f);
}

static void
smart(struct arena *a, const char *text, size_t length, struct facts *f)
{
	smart_parse(a, text, length, f, "x", f);
}

static const struct {
	const char *file;		/* or, without CASES, the text itself */
	void (*parse)(struct arena *a, const char *text, size_t length,
	    struct facts *f);
	const char *fact, *value;
} cases[] = {
	{CASES "C136-KXG60ZNV512G_TOSHIBA_2.json", smart, "model",
	    "KXG60ZNV512G TOSHIBA"},
	{CASES "C136-KXG60ZNV512G_TOSHIBA_2.json", smart,
	    "host_written_bytes_x", "1977242624000"},
	{CASES "C139-HP_73.4G_MAS3735NC_25.json", smart, "model",
	    "HP 73.4G MAS3735NC"},
	{CASES "C139-HP_73.4G_MAS3735NC_25.json", smart,
	    "host_written_bytes_x", "28837334000000"},
	{CASES "C142-smart-ata.json", smart, "firmware", "81.00A81"},
	{CASES "C142-smart-ata.json", smart, "temperature_c_x", "32"},
	{CASES "C144-response.json", smart, "model", "SEAGATE ST0000000"},
	{CASES "C146-nvme-list.json", list, "model",
	    "Seagate FireCuda 530 ZP4000GM30023"},
	{CASES "C146-nvme-list.json", list, "serial", "XXX00YYY"},
	{CASES "C147-nvme-list.json", list, "serial", "XXX01YYY"},
	{CASES "C147-nvme-list.json", list, "firmware", "SU6SM001"},
	{CASES "C155-tkperf-27_hdparm-non-ascii.txt", ata, "model",
	    "VRFEM5240GCCAMTL"},
	{CASES "C155-tkperf-27_hdparm-non-ascii.txt", ata, "firmware",
	    "R0706A"},
	{CASES "C156-tkperf-25_nvme-id-ctrl_micron9200.txt", controller,
	    "model", "Micron_9200_MTFDHAL1T6TCU"},
	{CASES "C156-tkperf-25_nvme-id-ctrl_micron9200.txt", controller,
	    "flash_capacity_bytes", "1600321314816"},
	{CASES "C157-nvme-cli-311_raw-newlines-in-strings.json", controller,
	    "model", "NVMF-XX-XXX"},
	{CASES "C157-nvme-cli-311_raw-newlines-in-strings.json", controller,
	    "serial", "0cc47ad37b71-3"},
	{CASES "C159-nvme-cli-1827_grouped-digits.json", controller,
	    "flash_capacity_bytes", "3200631791616"},
	{"{\"flbas\": 1, \"lbafs\": [{\"ds\": 9, \"ms\": 0}, "
	    "{\"ds\": 12, \"ms\": 8}]}", space, "lba_format",
	    "1 of 2: 4096 + 8 bytes"},
	{"{\"flbas\": 7, \"lbafs\": [{\"ds\": 9, \"ms\": 0}]}", space,
	    "lba_format", NULL},
	{"{\"flbas\": 0, \"lbafs\": [{\"ds\": 99, \"ms\": 0}]}", space,
	    "lba_format", NULL},
	{"{\"flbas\": 0, \"lbafs\": [5]}", space, "lba_format", NULL},
	{"{\"temperature\": 310, \"percent_used\": 3}", counters,
	    "temperature_c_x", "37"},
	{"{\"temperature\": 5}", counters, "temperature_c_x", NULL},
	{"{\"warning_temp_time\": 1, \"thm_temp1_total_time\": 60, "
	    "\"thm_temp2_total_time\": 15}", counters, "throttled_minutes_x",
	    "1.25"},
	{"{\"warning_temp_time\": 7, \"thm_temp1_total_time\": 0, "
	    "\"thm_temp2_total_time\": 0}", counters, "throttled_minutes_x",
	    "7"},
	{"{\"data_units_written\": \"1,000\"}", counters,
	    "host_written_bytes_x", "512000000"},
	{"{\"data_units_written\": \"1,00\"}", counters,
	    "host_written_bytes_x", NULL},
	{"{\"data_units_written\": \"1,000,\"}", counters,
	    "host_written_bytes_x", NULL},
	{"{\"data_units_written\": \"\"}", counters,
	    "host_written_bytes_x", NULL},
	{"{\"Physical media units written\":{\"hi\":0,\"lo\":1234567890123}}",
	    media, "nand_written_bytes_x", "1234567890123"},
	{"{\"Physical media units written\":{\"hi\":1,\"lo\":5}}", media,
	    "nand_written_bytes_x", NULL},
	{"{\"Physical media units written\":7}", media,
	    "nand_written_bytes_x", NULL},
	{"{\"Devices\": [5, {\"DevicePath\": 7}, {\"Namespaces\": [null]}]}",
	    list, "model", NULL},
	{"mn\nmn :\nmn : A\n", controller, "model", NULL},
	{"xmn : B\n mn\t:  A  \n", controller, "model", "A"},
};

/* A copy of just this size, so that a read behind it is noticed. */
static void
parse_cut(size_t i, const char *text, size_t length)
{
	struct arena *a = arena_new();
	struct facts facts = {0, NULL};
	char *copy = malloc(length + 1);

	memcpy(copy, text, length);
	copy[length] = '\0';
	cases[i].parse(a, copy, length, &facts);
	free(copy);
	arena_free(a);
}

static int
check(size_t i)
{
	struct arena *a = arena_new();
	struct facts facts = {0, NULL};
	const char *text = cases[i].file;
	size_t length = strlen(text);
	const char *value;
	int failed;

	if (strncmp(text, CASES, strlen(CASES)) == 0)
		text = file_read(a, cases[i].file, 1 << 20, &length);
	if (text == NULL)
		return 1;
	cases[i].parse(a, text, length, &facts);
	value = facts_get(&facts, cases[i].fact);
	failed = strcmp(value == NULL ? "" : value, cases[i].value == NULL ?
	    "" : cases[i].value) != 0;
	if (failed)
		printf("%s: %s is '%s'\n", cases[i].file, cases[i].fact,
		    value == NULL ? "" : value);
	for (size_t cut = 0; cut < length; cut += 1 + length / 200)
		parse_cut(i, text, cut);
	arena_free(a);
	return failed;
}

int
main(void)
{
	int failures = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (strncmp(cases[i].file, CASES, strlen(CASES)) != 0 ||
		    file_exists(cases[i].file))
			failures += check(i);
	if (failures > 0)
		return 1;
	if (!file_exists(CASES)) {
		puts("what programs really printed is not here (" CASES ")");
		return 77;
	}
	return 0;
}
