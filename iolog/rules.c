/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/rules.h"

/* More blocks than generator_below() can choose from. */
#define BLOCKS_MOST ((uint64_t)1 << 48)

/* Longer than any target. */
#define LENGTH_MOST ((uint64_t)1 << 62)

/* Which zone each hundredth of the I/Os goes to. */
struct shares {
	uint8_t zone[100];
};

static struct shares
share_out(const struct iolog_offset_rule *rule)
{
	struct shares shares = { .zone = { 0 } };
	unsigned percent = 0;

	for (uint32_t z = 0; z < rule->nzones; z++)
		for (unsigned i = 0; i < rule->zones[z].percent &&
		    percent < 100; i++)
			shares.zone[percent++] = (uint8_t)z;
	return shares;
}

/* Draws are made so many at a time. */
#define BATCH 256u

#ifdef __x86_64__
/* generator_mix(): this instruction set multiplies 64 bits in one go. */
static inline __attribute__((always_inline, target("avx512f,avx512dq")))
    __m512i
mix_avx512(__m512i z)
{
	const __m512i factor[2] = {
		_mm512_set1_epi64((long long)0xbf58476d1ce4e5b9u),
		_mm512_set1_epi64((long long)0x94d049bb133111ebu),
	};

	z = _mm512_mullo_epi64(_mm512_xor_epi64(z, _mm512_srli_epi64(z, 30)),
	    factor[0]);
	z = _mm512_mullo_epi64(_mm512_xor_epi64(z, _mm512_srli_epi64(z, 27)),
	    factor[1]);
	return _mm512_xor_epi64(z, _mm512_srli_epi64(z, 31));
}

/* Whole groups of eight of the n draws; returns how many. */
static __attribute__((target("avx512f,avx512dq"))) size_t
draw_avx512(uint64_t stream_key, const uint64_t *submit, unsigned draw,
    uint64_t *out, size_t n)
{
	const __m512i golden = _mm512_set1_epi64((long long)GENERATOR_STEP);
	const __m512i key = _mm512_set1_epi64((long long)stream_key);
	const __m512i number = _mm512_set1_epi64(draw + 1);
	size_t i = 0;

	for (; n - i >= 8; i += 8) {
		__m512i z = _mm512_slli_epi64(_mm512_loadu_si512(submit + i),
		    2);

		z = _mm512_mullo_epi64(_mm512_add_epi64(z, number), golden);
		_mm512_storeu_si512(out + i, mix_avx512(_mm512_add_epi64(z,
		    key)));
	}
	return i;
}
#endif

/* generator_draw() of many I/Os. */
static void
draw_all(uint64_t stream_key, const uint64_t *submit, unsigned draw,
    uint64_t *out, size_t n)
{
	size_t i = 0;

#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512dq"))
		i = draw_avx512(stream_key, submit, draw, out, n);
#endif
	for (; i < n; i++)
		out[i] = generator_draw(stream_key, submit[i], draw);
}

static inline uint64_t
place_in(const struct iolog_zone *z, uint64_t draw, uint32_t bytes)
{
	return z->begin + bytes * generator_below(draw, z->length / bytes);
}

/* A batch of offsets. */
static void
apply(const struct iolog_offset_rule *rule, const struct shares *shares,
    uint64_t stream_key, const uint64_t *submit, const uint32_t *bytes,
    uint64_t *offset_out, size_t n)
{
	uint64_t draws[BATCH];

	if (rule->kind == RULE_LINEAR) {
		for (size_t i = 0; i < n; i++)
			offset_out[i] = rule->a + submit[i] * rule->b;
		return;
	}
	draw_all(stream_key, submit, GENERATOR_DRAW_OFFSET, draws, n);
	if (rule->kind == RULE_RANDOM) {
		for (size_t i = 0; i < n; i++)
			offset_out[i] = rule->a * generator_below(draws[i],
			    rule->b);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		unsigned z = rule->nzones > 1 ?
		    shares->zone[generator_zone_percent(stream_key,
		    submit[i])] : 0;

		offset_out[i] = place_in(&rule->zones[z], draws[i], bytes[i]);
	}
}

void
iolog_offset_rule_apply(const struct iolog_offset_rule *rule,
    uint64_t stream_key, const uint64_t *submit, const uint32_t *bytes,
    uint64_t *offset_out, size_t n)
{
	const struct shares shares = share_out(rule);

	for (size_t i = 0; i < n; i += BATCH)
		apply(rule, &shares, stream_key, submit + i, bytes + i,
		    offset_out + i, n - i < BATCH ? n - i : BATCH);
}

static bool
gives_all(const struct iolog_offset_rule *rule, uint64_t stream_key,
    const struct iolog_records *r)
{
	const struct shares shares = share_out(rule);
	uint64_t offsets[BATCH];

	for (uint32_t i = 0; i < r->n && rule->kind == RULE_ZONES; i++)
		if (r->bytes[i] == 0)
			return false;
	for (uint32_t i = 0; i < r->n; i += BATCH) {
		size_t n = r->n - i < BATCH ? r->n - i : BATCH;

		apply(rule, &shares, stream_key, r->submit + i, r->bytes + i,
		    offsets, n);
		if (memcmp(offsets, r->offset + i, n * sizeof(*offsets)) != 0)
			return false;
	}
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

/* What the length of a zone may be, bytes. */
struct span {
	uint64_t least, most;
};

/*
 * The block number floor(draw x n / 2^64) of an I/O says that n lies in
 * [ceil(block x 2^64 / draw), ceil((block + 1) x 2^64 / draw) - 1], n being how
 * many blocks of that size there is room for.  False if there is no such n.
 */
static bool
narrow(struct span *span, uint64_t draw, uint64_t offset, uint64_t bytes)
{
	if (bytes == 0 || offset % bytes != 0)
		return false;
	uint64_t block = offset / bytes;
	/* A very small draw says little, and would not fit. */
	if (draw < BLOCKS_MOST)
		return true;
	if (block >= BLOCKS_MOST)
		return false;
	unsigned __int128 low = (unsigned __int128)block << 64;
	unsigned __int128 high = (unsigned __int128)(block + 1) << 64;
	uint64_t low_n = (uint64_t)((low + draw - 1) / draw);
	uint64_t high_n = (uint64_t)((high + draw - 1) / draw - 1);
	if (low_n > LENGTH_MOST / bytes)
		return false;
	if (high_n > LENGTH_MOST / bytes)
		high_n = LENGTH_MOST / bytes;
	uint64_t high_bytes = high_n * bytes + bytes - 1;
	if (low_n * bytes > span->least)
		span->least = low_n * bytes;
	if (high_bytes < span->most)
		span->most = high_bytes;
	return span->least <= span->most;
}

/* One zone, from the beginning of the target. */
static struct iolog_offset_rule
guess_random(const struct iolog_records *r, uint64_t stream_key)
{
	struct iolog_offset_rule rule = { .kind = 0 };
	struct span span = { .least = 1, .most = LENGTH_MOST };
	uint32_t bytes = r->bytes[0];
	bool mixed = false;

	for (uint32_t i = 0; i < r->n; i++) {
		mixed = mixed || r->bytes[i] != bytes;
		if (!narrow(&span, generator_draw(stream_key, r->submit[i],
		    GENERATOR_DRAW_OFFSET), r->offset[i], r->bytes[i]))
			return rule;
	}
	if (mixed)
		return (struct iolog_offset_rule){
			.kind = RULE_ZONES, .nzones = 1,
			.zones = { { .length = span.least, .percent = 100 } },
		};
	return (struct iolog_offset_rule){
		.kind = RULE_RANDOM, .a = bytes,
		.b = (span.least + bytes - 1) / bytes,
	};
}

/* Where the search for zones found none it is not tried again for so many
 * frames. */
#define SKIP_FRAMES 15u

/* The I/Os with the smallest and the largest draw of some, of one size. */
struct extremes {
	uint64_t low_draw, high_draw;
	uint64_t low_offset, high_offset;
};

static void
widen(struct extremes *e, uint64_t draw, uint64_t offset)
{
	if (draw <= e->low_draw) {
		e->low_draw = draw;
		e->low_offset = offset;
	}
	if (draw >= e->high_draw) {
		e->high_draw = draw;
		e->high_offset = offset;
	}
}

/* Offsets grow with draws, by the zone's length in all. */
static double
slope_of(const struct extremes *e)
{
	return ((double)e->high_offset - (double)e->low_offset) /
	    ((double)(e->high_draw - e->low_draw) * 0x1p-64);
}

/* Do these two sets of I/Os, to the exactness that they allow, lie in one
 * zone? */
static bool
are_together(const struct extremes *x, const struct extremes *y,
    double block_bytes)
{
	double slope[2] = { slope_of(x), slope_of(y) };
	double begin[2] = {
		(double)x->low_offset - slope[0] *
		    ((double)x->low_draw * 0x1p-64),
		(double)y->low_offset - slope[1] *
		    ((double)y->low_draw * 0x1p-64),
	};
	double apart = begin[0] > begin[1] ? begin[0] - begin[1] :
	    begin[1] - begin[0];
	double longer = slope[0] > slope[1] ? slope[0] - slope[1] :
	    slope[1] - slope[0];

	return apart <= 16 * block_bytes && longer <= 16 * block_bytes;
}

/*
 * The number of blocks of the zone that hundredths 'first' to 'last' go to: the
 * distance of the extremes leaves a few, and the extremes of each hundredth
 * all but one.
 */
static bool
fit_zone(const struct extremes *parts, unsigned first, unsigned last,
    uint32_t block_bytes, struct iolog_zone *zone_out)
{
	struct extremes all = parts[first];

	for (unsigned i = first + 1; i <= last; i++) {
		widen(&all, parts[i].low_draw, parts[i].low_offset);
		widen(&all, parts[i].high_draw, parts[i].high_offset);
	}
	double blocks = slope_of(&all) / block_bytes;
	if (!(blocks >= 0 && blocks * block_bytes < (double)LENGTH_MOST))
		return false;
	uint64_t near = (uint64_t)blocks;
	zone_out->percent = last - first + 1;
	for (uint64_t n = near < 8 ? 1 : near - 8; n <= near + 8; n++) {
		bool fits = true;

		zone_out->length = n * block_bytes;
		zone_out->begin = 0;
		zone_out->begin = all.low_offset - place_in(zone_out,
		    all.low_draw, block_bytes);
		for (unsigned i = first; i <= last && fits; i++)
			fits = place_in(zone_out, parts[i].low_draw,
			    block_bytes) == parts[i].low_offset &&
			    place_in(zone_out, parts[i].high_draw,
			    block_bytes) == parts[i].high_offset;
		if (fits)
			return true;
	}
	return false;
}

/* Takes the frame's I/Os of one size apart by hundredths.  False if there are
 * too few in one to tell. */
static bool
part_out(const struct iolog_records *r, uint64_t stream_key,
    uint32_t block_bytes, struct extremes parts[100])
{
	for (unsigned i = 0; i < 100; i++)
		parts[i] = (struct extremes){ .low_draw = UINT64_MAX };
	for (uint32_t i = 0; i < r->n; i++)
		if (r->bytes[i] == block_bytes)
			widen(&parts[generator_zone_percent(stream_key,
			    r->submit[i])], generator_draw(stream_key,
			    r->submit[i], GENERATOR_DRAW_OFFSET),
			    r->offset[i]);
	for (unsigned i = 0; i < 100; i++)
		if (parts[i].high_draw < parts[i].low_draw ||
		    parts[i].high_draw - parts[i].low_draw < UINT64_MAX / 4 ||
		    parts[i].high_offset < parts[i].low_offset)
			return false;
	return true;
}

/* The size of most I/Os, as far as sixteen sizes tell. */
static uint32_t
frequent_size(const struct iolog_records *r)
{
	uint32_t sizes[16] = { 0 }, counts[16] = { 0 }, best = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		unsigned k = 0;

		while (k < 15 && counts[k] > 0 && sizes[k] != r->bytes[i])
			k++;
		sizes[k] = r->bytes[i];
		counts[k]++;
		best = counts[k] > counts[best] ? k : best;
	}
	return sizes[best];
}

/* The lengths of zones, known to the block of the most frequent size, to what
 * suits all sizes. */
static bool
refine(struct iolog_offset_rule *rule, const struct iolog_records *r,
    uint64_t stream_key)
{
	const struct shares shares = share_out(rule);
	struct span spans[ZONES_MOST];

	for (uint32_t z = 0; z < ZONES_MOST; z++)
		spans[z] = (struct span){ .least = 1, .most = LENGTH_MOST };
	for (uint32_t i = 0; i < r->n; i++) {
		unsigned z = shares.zone[generator_zone_percent(stream_key,
		    r->submit[i])];

		if (!narrow(&spans[z], generator_draw(stream_key, r->submit[i],
		    GENERATOR_DRAW_OFFSET), r->offset[i] -
		    rule->zones[z].begin, r->bytes[i]))
			return false;
	}
	for (uint32_t z = 0; z < rule->nzones; z++)
		rule->zones[z].length = spans[z].least;
	return true;
}

/* Zones: hundredths that are neighbours and go to the same place. */
static struct iolog_offset_rule
guess_zones(const struct iolog_records *r, uint64_t stream_key)
{
	struct iolog_offset_rule rule = { .kind = 0 };
	struct extremes parts[100];
	uint32_t block_bytes = frequent_size(r);

	if (block_bytes == 0 || !part_out(r, stream_key, block_bytes, parts))
		return rule;
	for (unsigned first = 0, i = 1; i <= 100; i++) {
		if (i < 100 && are_together(&parts[first], &parts[i],
		    block_bytes))
			continue;
		if (rule.nzones == ZONES_MOST || !fit_zone(parts, first,
		    i - 1, block_bytes, &rule.zones[rule.nzones++]))
			return rule;
		first = i;
	}
	if (refine(&rule, r, stream_key))
		rule.kind = RULE_ZONES;
	return rule;
}

static bool
accept(struct iolog_offset_rule *rule_out,
    const struct iolog_offset_rule *rule, uint64_t stream_key,
    const struct iolog_records *r)
{
	if (rule->kind == 0 || !gives_all(rule, stream_key, r))
		return false;
	*rule_out = *rule;
	return true;
}

bool
iolog_offset_rule_find(const struct iolog_rules *rules,
    const struct iolog_records *r, struct iolog_offset_rule *rule_out)
{
	uint64_t stream_key = generator_stream_key(rules->key, r->stream,
	    r->step);
	unsigned skip = rule_out->skip;

	if (rule_out->kind != 0 && gives_all(rule_out, stream_key, r))
		return true;
	struct iolog_offset_rule rule = guess_linear(r);
	if (accept(rule_out, &rule, stream_key, r))
		return true;
	*rule_out = (struct iolog_offset_rule){
		.kind = 0, .skip = skip > 0 ? skip - 1 : SKIP_FRAMES,
	};
	if (rules->generator != GENERATOR_MIX64)
		return false;
	rule = guess_random(r, stream_key);
	if (accept(rule_out, &rule, stream_key, r))
		return true;
	if (skip > 0)
		return false;
	rule = guess_zones(r, stream_key);
	return accept(rule_out, &rule, stream_key, r);
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

/* Draws side by side: generator_mix() in lanes. */
typedef uint64_t lanes __attribute__((vector_size(32)));
#define LANES 4u

/*
 * generator_below(draw, 100) < percent without the division that it stands
 * for: draws of at most 'most'.  Writes whole groups of lanes, so up to seven
 * directions too many.
 */
static inline __attribute__((always_inline)) void
apply_ops(uint64_t most, uint64_t stream_key, uint64_t submit, uint8_t *op_out,
    size_t n)
{
	const uint64_t golden = GENERATOR_STEP;
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

/* Here a comparison gives a bit a lane, which multiplying spreads to bytes. */
static __attribute__((target("avx512f,avx512dq"))) void
apply_ops_avx512(uint64_t most, uint64_t stream_key, uint64_t submit,
    uint8_t *op_out, size_t n)
{
	const uint64_t golden = GENERATOR_STEP;
	const __m512i first = _mm512_set1_epi64((long long)(stream_key +
	    (submit * 4 + GENERATOR_DRAW_OP + 1) * golden));
	const __m512i numbers = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
	const __m512i apart = _mm512_set1_epi64((long long)(4 * golden));
	const __m512i next = _mm512_set1_epi64((long long)(32 * golden));
	const __m512i bound = _mm512_set1_epi64((long long)most);
	__m512i counter = _mm512_add_epi64(first,
	    _mm512_mullo_epi64(numbers, apart));

	for (size_t i = 0; i < n; i += 8) {
		uint64_t bits = _mm512_cmpgt_epu64_mask(mix_avx512(counter),
		    bound);

		counter = _mm512_add_epi64(counter, next);
		/* Seven copies, seven bits apart: bit k is in byte k. */
		uint64_t spread = (bits & 0x7f) * 0x0002040810204081u &
		    0x0001010101010101u;
		put_u64(op_out + i, (spread | bits >> 7 << 56) * IOLOG_WRITE);
	}
}
#endif

static void
apply_ops_best(uint64_t most, uint64_t stream_key, uint64_t submit,
    uint8_t *op_out, size_t n)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512dq")) {
		apply_ops_avx512(most, stream_key, submit, op_out, n);
		return;
	}
	if (__builtin_cpu_supports("avx2")) {
		apply_ops_avx2(most, stream_key, submit, op_out, n);
		return;
	}
#endif
	apply_ops(most, stream_key, submit, op_out, n);
}

/* Draws of at most this mean reads; percent is not 0. */
static uint64_t
most_of(uint32_t read_percent)
{
	unsigned __int128 bound = (unsigned __int128)read_percent << 64;

	return (uint64_t)((bound - 1) / 100);
}

void
iolog_op_rule_apply(uint32_t read_percent, uint64_t stream_key,
    uint64_t submit, uint8_t *op_out, size_t n)
{
	if (read_percent == 0)
		memset(op_out, IOLOG_WRITE, n);
	else
		apply_ops_best(most_of(read_percent), stream_key, submit,
		    op_out, n);
}

void
iolog_op_rule_apply_portable(uint32_t read_percent, uint64_t stream_key,
    uint64_t submit, uint8_t *op_out, size_t n)
{
	if (read_percent == 0)
		memset(op_out, IOLOG_WRITE, n);
	else
		apply_ops(most_of(read_percent), stream_key, submit, op_out,
		    n);
}

/* Reads are what falls below the share: the greatest draw of a read and the
 * least of a write are what the share lies between. */
bool
iolog_op_rule_find(const struct iolog_rules *rules,
    const struct iolog_records *r, uint32_t *read_percent_out)
{
	uint64_t stream_key = generator_stream_key(rules->key, r->stream,
	    r->step);
	uint64_t read = 0, write = UINT64_MAX, draws[BATCH];
	bool reads = false;

	if (rules->generator != GENERATOR_MIX64)
		return false;
	for (uint32_t i = 0; i < r->n; i += BATCH) {
		size_t n = r->n - i < BATCH ? r->n - i : BATCH;

		draw_all(stream_key, r->submit + i, GENERATOR_DRAW_OP, draws,
		    n);
		for (size_t k = 0; k < n; k++) {
			/* All ones for a read, without a branch. */
			uint64_t is_read = (uint64_t)r->op[i + k] - 1;
			uint64_t low = draws[k] & is_read;
			uint64_t high = draws[k] | is_read;

			reads |= is_read != 0;
			read = low > read ? low : read;
			write = high < write ? high : write;
		}
		if (read >= write)
			return false;
	}
	*read_percent_out = !reads ? 0 :
	    (uint32_t)generator_below(read, 100) + 1;
	return *read_percent_out <= generator_below(write, 100);
}
