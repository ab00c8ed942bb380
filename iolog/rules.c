/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/rules.h"

/* More blocks than generator_below() can choose from. */
#define BLOCKS_MOST ((uint64_t)1 << 48)

static inline uint64_t
apply(const struct iolog_offset_rule *rule, uint64_t stream_key,
    uint64_t submit)
{
	if (rule->kind == RULE_LINEAR)
		return rule->a + submit * rule->b;
	return rule->a * generator_below(generator_draw(stream_key, submit,
	    GENERATOR_DRAW_OFFSET), rule->b);
}

void
iolog_offset_rule_apply(const struct iolog_offset_rule *rule,
    uint64_t stream_key, const uint64_t *submit, uint64_t *offset_out,
    size_t n)
{
	for (size_t i = 0; i < n; i++)
		offset_out[i] = apply(rule, stream_key, submit[i]);
}

static bool
gives_all(const struct iolog_offset_rule *rule, uint64_t stream_key,
    const struct iolog_records *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		if (apply(rule, stream_key, r->submit[i]) != r->offset[i])
			return false;
	return true;
}

/* Equal steps from I/O to I/O: a sequential stream, or one fixed place. */
static struct iolog_offset_rule
guess_linear(const struct iolog_records *r)
{
	struct iolog_offset_rule rule = { .kind = RULE_LINEAR };

	for (uint32_t i = 1; i < r->n && rule.b == 0; i++) {
		uint64_t apart = r->submit[i] - r->submit[0];
		uint64_t moved = r->offset[i] - r->offset[0];

		if (apart >> 63 != 0) {
			apart = 0 - apart;
			moved = 0 - moved;
		}
		if (apart != 0 && moved != 0)
			rule.b = moved / apart;
	}
	rule.a = r->offset[0] - r->submit[0] * rule.b;
	return rule;
}

/*
 * The block number floor(draw x n / 2^64) of each I/O says that n lies in
 * [ceil(block x 2^64 / draw), ceil((block + 1) x 2^64 / draw) - 1].
 */
static struct iolog_offset_rule
guess_random(const struct iolog_records *r, uint64_t stream_key)
{
	struct iolog_offset_rule rule = { .kind = 0 };
	uint64_t least = 1, most = BLOCKS_MOST;
	uint64_t block_bytes = r->bytes[0];

	for (uint32_t i = 0; i < r->n && least < most; i++) {
		uint64_t draw = generator_draw(stream_key, r->submit[i],
		    GENERATOR_DRAW_OFFSET);

		if (block_bytes == 0 || r->offset[i] % block_bytes != 0 ||
		    draw < BLOCKS_MOST)
			return rule;
		uint64_t block = r->offset[i] / block_bytes;
		if (block >= BLOCKS_MOST)
			return rule;
		unsigned __int128 low = (unsigned __int128)block << 64;
		unsigned __int128 high = (unsigned __int128)(block + 1) << 64;
		uint64_t low_n = (uint64_t)((low + draw - 1) / draw);
		uint64_t high_n = (uint64_t)((high + draw - 1) / draw - 1);
		least = low_n > least ? low_n : least;
		most = high_n < most ? high_n : most;
	}
	if (least > most)
		return rule;
	return (struct iolog_offset_rule){
		.kind = RULE_RANDOM, .a = block_bytes, .b = least,
	};
}

bool
iolog_offset_rule_find(const struct iolog_rules *rules,
    const struct iolog_records *r, struct iolog_offset_rule *rule_out)
{
	uint64_t stream_key = generator_stream_key(rules->key, r->stream,
	    r->step);

	if (rule_out->kind != 0 && gives_all(rule_out, stream_key, r))
		return true;
	*rule_out = guess_linear(r);
	if (gives_all(rule_out, stream_key, r))
		return true;
	if (rules->generator == GENERATOR_MIX64) {
		*rule_out = guess_random(r, stream_key);
		if (rule_out->kind != 0 && gives_all(rule_out, stream_key, r))
			return true;
	}
	rule_out->kind = 0;
	return false;
}

uint32_t
iolog_offset_guard(const uint64_t *offsets, size_t n)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return crc32c(0, offsets, n * sizeof(*offsets));
#else
	uint32_t crc = 0;

	for (size_t i = 0; i < n; i++) {
		uint8_t bytes[8];

		put_u64(bytes, offsets[i]);
		crc = crc32c(crc, bytes, sizeof(bytes));
	}
	return crc;
#endif
}

/* Four draws side by side: generator_mix() in lanes. */
typedef uint64_t lanes __attribute__((vector_size(32)));
#define LANES 4u

/*
 * generator_below(draw, 100) < percent without the division that it stands
 * for: draws of at most 'most'.  Writes whole groups of lanes, so up to three
 * directions too many.
 */
static inline __attribute__((always_inline)) void
apply_ops(uint64_t most, uint64_t stream_key, uint64_t submit, uint8_t *op_out,
    size_t n)
{
	const uint64_t golden = 0x9e3779b97f4a7c15u;
	const lanes write = {
		IOLOG_WRITE, IOLOG_WRITE << 8, IOLOG_WRITE << 16,
		IOLOG_WRITE << 24,
	};
	lanes counter;

	for (unsigned k = 0; k < LANES; k++)
		counter[k] = stream_key +
		    ((submit + k) * 4 + GENERATOR_DRAW_OP + 1) * golden;
	for (size_t i = 0; i < n; i += LANES) {
		lanes z = counter;

		counter += 4 * LANES * golden;
		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
		z = (z ^ z >> 27) * 0x94d049bb133111ebu;
		z ^= z >> 31;
		lanes op = (lanes)(z > most) & write;
		put_u32(op_out + i,
		    (uint32_t)(op[0] | op[1] | op[2] | op[3]));
	}
}

#ifdef __x86_64__
static __attribute__((target("avx2"))) void
apply_ops_avx2(uint64_t most, uint64_t stream_key, uint64_t submit,
    uint8_t *op_out, size_t n)
{
	apply_ops(most, stream_key, submit, op_out, n);
}
#endif

void
iolog_op_rule_apply(uint32_t read_percent, uint64_t stream_key,
    uint64_t submit, uint8_t *op_out, size_t n)
{
	unsigned __int128 bound = (unsigned __int128)read_percent << 64;
	uint64_t most = (uint64_t)((bound - 1) / 100);

	if (read_percent == 0) {
		memset(op_out, IOLOG_WRITE, n);
		return;
	}
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2")) {
		apply_ops_avx2(most, stream_key, submit, op_out, n);
		return;
	}
#endif
	apply_ops(most, stream_key, submit, op_out, n);
}

bool
iolog_op_rule_find(const struct iolog_rules *rules,
    const struct iolog_records *r, uint32_t *read_percent_out)
{
	uint64_t stream_key = generator_stream_key(rules->key, r->stream,
	    r->step);
	uint64_t most_read = 0, least_write = 100;

	if (rules->generator != GENERATOR_MIX64)
		return false;
	/* Reads are what falls below the share. */
	for (uint32_t i = 0; i < r->n; i++) {
		uint64_t v = generator_below(generator_draw(stream_key,
		    r->submit[i], GENERATOR_DRAW_OP), 100);

		if (r->op[i] == IOLOG_READ)
			most_read = v + 1 > most_read ? v + 1 : most_read;
		else
			least_write = v < least_write ? v : least_write;
		if (most_read > least_write)
			return false;
	}
	*read_percent_out = (uint32_t)most_read;
	return true;
}
