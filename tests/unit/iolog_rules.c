/* SPDX-License-Identifier: BSD-2-Clause */
/* The rule of offsets is found from a frame's I/Os, whatever zones and mixture
 * of sizes it is, and gives the offsets of other I/Os too; so is the share of
 * reads; where there is none, none is found; vector code and portable twin
 * agree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "iolog/rules.h"

#define COUNT 16384u
#define KEY 99u

static const struct pattern {
	const char *name;
	struct iolog_zone zones[4];
	uint32_t sizes[4];		/* equally often; 0: no more */
	uint32_t kind;			/* of the rule that is expected */
} patterns[] = {
	{ "a region", { { 0, 1000000007u * 4096u, 100 } }, { 4096 },
	  RULE_RANDOM },
	{ "a mixture", { { 0, 123456789123456u, 100 } },
	  { 512, 4096, 1536, 65536 }, RULE_ZONES },
	{ "hot and cold", { { 0, 819200ull << 12, 80 },
	  { 819200ull << 12, 3276800ull << 12, 20 } }, { 4096 }, RULE_ZONES },
	{ "three, mixed", { { 0, 5ull << 32, 50 }, { 5ull << 32, 15ull << 32,
	  30 }, { 20ull << 32, 80ull << 32, 20 } }, { 4096, 512, 2560, 65536 },
	  RULE_ZONES },
	{ "a sliver", { { 0, 3ull << 40, 99 }, { 3ull << 40, 1ull << 30, 1 } },
	  { 8192 }, RULE_ZONES },
	{ "odd ends", { { 513, 77777777777u, 40 }, { 99999999999u,
	  888888888888u, 60 } }, { 3000, 1000 }, RULE_ZONES },
	/* Not what the generator gives. */
	{ "none", { { 0 } }, { 4096 }, 0 },
};

static uint64_t submit[COUNT], offset[COUNT], again[COUNT];
static uint32_t bytes[COUNT];

static void
play(const struct pattern *p, uint64_t first)
{
	uint64_t key = generator_stream_key(KEY, 3, 7);
	unsigned nsizes = 0;

	while (nsizes < 4 && p->sizes[nsizes] > 0)
		nsizes++;
	for (uint32_t i = 0; i < COUNT; i++) {
		const struct iolog_zone *z = p->zones;
		uint64_t percent = generator_zone_percent(key, first + i);
		uint64_t draw = generator_draw(key, first + i,
		    GENERATOR_DRAW_OFFSET);

		submit[i] = first + i;
		bytes[i] = p->sizes[generator_draw(key, first + i,
		    GENERATOR_DRAW_PART) % nsizes];
		while (percent >= z->percent && z->percent > 0)
			percent -= z++->percent;
		offset[i] = p->kind == 0 ? generator_mix(draw) >> 20 << 12 :
		    z->begin + bytes[i] * generator_below(draw, z->length /
		    bytes[i]);
	}
}

static int
check(const struct pattern *p)
{
	const struct iolog_rules rules = { GENERATOR_MIX64, KEY };
	struct iolog_offset_rule rule = { .kind = 0 };
	struct iolog_records r = {
		.stream = 3, .step = 7, .n = COUNT, .submit = submit,
		.offset = offset, .bytes = bytes,
	};

	play(p, 1000);
	bool found = iolog_offset_rule_find(&rules, &r, &rule);
	if (found != (p->kind != 0) || (found && rule.kind != p->kind)) {
		printf("%s: kind %u\n", p->name, rule.kind);
		return 1;
	}
	if (!found)
		return 0;
	iolog_offset_rule_apply(&rule, generator_stream_key(KEY, 3, 7),
	    submit, bytes, again, COUNT);
	if (memcmp(offset, again, sizeof(offset)) != 0) {
		printf("%s: other offsets\n", p->name);
		return 1;
	}
	/* A few frames make it exact. */
	for (uint64_t k = 1; k < 40; k++) {
		play(p, 1000 + k * COUNT);
		if (!iolog_offset_rule_find(&rules, &r, &rule)) {
			printf("%s: not in frame %u\n", p->name, (unsigned)k);
			return 1;
		}
	}
	return 0;
}

/* Directions from the vector code, the portable twin and the definition. */
static int
check_ops(void)
{
	static uint8_t ops[COUNT + 7], twin[COUNT + 7];
	uint64_t key = generator_stream_key(KEY, 1, 2);

	for (uint32_t percent = 0; percent <= 100; percent++) {
		uint64_t first = generator_mix(percent) >> percent % 64;
		size_t n = 500 + percent;

		iolog_op_rule_apply(percent, key, first, ops, n);
		iolog_op_rule_apply_portable(percent, key, first, twin, n);
		for (size_t i = 0; i < n; i++) {
			uint8_t op = generator_is_read(generator_draw(key,
			    first + i, GENERATOR_DRAW_OP), percent) ?
			    IOLOG_READ : IOLOG_WRITE;

			if (ops[i] == op && twin[i] == op)
				continue;
			printf("directions of %u %%, number %zu\n", percent,
			    i);
			return 1;
		}
	}
	return 0;
}

/* The share of reads is found where there is one. */
static int
check_op_rule(void)
{
	const struct iolog_rules rules = { GENERATOR_MIX64, KEY };
	static uint8_t ops[COUNT + 7];
	uint64_t key = generator_stream_key(KEY, 3, 7);
	struct iolog_records r = {
		.stream = 3, .step = 7, .n = COUNT, .submit = submit, .op = ops,
	};

	play(&patterns[0], 5000);
	for (uint32_t percent = 1; percent < 100; percent++) {
		uint32_t found;

		iolog_op_rule_apply(percent, key, 5000, ops, COUNT);
		if (!iolog_op_rule_find(&rules, &r, &found) ||
		    found != percent) {
			printf("%u %% of reads are not found\n", percent);
			return 1;
		}
		ops[COUNT - 3] ^= 1;
		if (iolog_op_rule_find(&rules, &r, &found)) {
			printf("%u %% and one: a share is found\n", percent);
			return 1;
		}
	}
	return 0;
}

int
main(void)
{
	int status = check_ops() | check_op_rule();

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		status |= check(&patterns[i]);
	return status;
}
