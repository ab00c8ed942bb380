/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_FORMAT_H
#define PLATEAU_IOLOG_FORMAT_H

/*
 * The numbers of docs/iolog-format.md, which explains them.  Offsets are in
 * bytes from the beginning of the header that they belong to.
 */

#define FORMAT_MAGIC "\x89IOL\r\n\x1a\n"
#define FORMAT_MAGIC_BYTES 8
#define FORMAT_BYTE_ORDER 0x01020304u
#define FORMAT_MAJOR 1
#define FORMAT_MINOR 1

/* Limits that a reader may rely on. */
#define FORMAT_HEADER_UNIT 4096u	/* file headers are multiples of it */
#define FORMAT_HEADER_MOST (1u << 20)
#define FORMAT_FRAME_MOST (8u << 20)
#define FORMAT_RECORDS_MOST 65536u	/* completions of a frame */
#define FORMAT_CALLS_MOST 65536u	/* submit calls of a frame */
#define FORMAT_SUBMITS_MOST (1u << 20)	/* I/Os of these calls */
#define FORMAT_FLYING_MOST 65536u	/* I/Os in flight at its beginning */
#define FORMAT_STREAMS_MOST 4096u
#define FORMAT_COLUMNS_MOST 64u

/* The file header. */
enum {
	HEADER_MAGIC = 0,
	HEADER_BYTE_ORDER = 8,		/* u32 */
	HEADER_MAJOR = 12,		/* u16 */
	HEADER_MINOR = 14,		/* u16 */
	HEADER_BYTES = 16,		/* u32 */
	HEADER_INCOMPATIBLE = 20,	/* u32 */
	HEADER_COMPATIBLE = 24,		/* u32 */
	HEADER_FLAGS = 28,		/* u32 */
	HEADER_UUID = 32,		/* 16 bytes */
	HEADER_STREAMS = 48,		/* u32 */
	HEADER_CLOCK = 52,		/* u16 */
	HEADER_STAMP = 54,		/* u16 */
	HEADER_TICK_NUM = 56,		/* u64 */
	HEADER_TICK_DEN = 64,		/* u64 */
	HEADER_ANCHOR = 72,		/* u64: ticks, monotonic, realtime */
	HEADER_TARGET = 96,		/* u64 */
	HEADER_KEY = 104,		/* u64 */
	HEADER_GENERATOR = 112,		/* u32 */
	HEADER_SECTOR = 116,		/* u32 */
	HEADER_TEXT_BYTES = 120,	/* u32 */
	HEADER_RESERVED = 124,		/* zeros up to the text */
	HEADER_TEXT = 256
	/* the last four bytes of the header are its CRC32C */
};
#define HEADER_FLAG_SIMULATED 1u

/* Every frame begins with this header. */
#define FRAME_MARKER 0x8b6f29d3e1a75cf0u
#define FRAME_HEADER_BYTES 128u
#define FRAME_SLACK 32u			/* zeros at the end of data frames */
enum {
	FRAME_OF_MARKER = 0,		/* u64 */
	FRAME_OF_BYTES = 8,		/* u32 */
	FRAME_OF_TYPE = 12,		/* u8 */
	FRAME_OF_FORM = 13,		/* u8 */
	FRAME_OF_COLUMNS = 14,		/* u16 */
	FRAME_OF_STREAM = 16,		/* u32 */
	FRAME_OF_SEQUENCE = 20,		/* u32 */
	FRAME_OF_FIRST = 24,		/* u64 */
	FRAME_OF_RECORDS = 32,		/* u32 */
	FRAME_OF_CALLS = 36,		/* u32 */
	FRAME_OF_SUBMITS = 40,		/* u32 */
	FRAME_OF_FLYING = 44,		/* u32 */
	FRAME_OF_BASE = 48,		/* u64 */
	FRAME_OF_LAST = 56,		/* u64 */
	FRAME_OF_STEP = 64,		/* u32 */
	FRAME_OF_UNIT = 68,		/* u32 */
	FRAME_OF_ERRORS = 72,		/* u32 */
	FRAME_OF_PAYLOAD_CRC = 76,	/* u32 */
	FRAME_OF_PREVIOUS_CRC = 80,	/* u32 */
	FRAME_OF_RESERVED_84 = 84,	/* u32 */
	FRAME_OF_FIRST_SUBMIT = 88,	/* u64 */
	FRAME_OF_REFERENCE = 96,	/* u64 */
	FRAME_OF_FREED = 104,		/* u64 */
	FRAME_OF_RESERVED_112 = 112,	/* 12 bytes */
	FRAME_OF_HEADER_CRC = 124	/* u32 */
};

/* An index frame: a head, then an entry for each frame since the last one. */
#define INDEX_HEAD_BYTES 16u
#define INDEX_ENTRY_BYTES 48u
enum {
	INDEX_OF_COUNT = 0,		/* u32 */
	INDEX_OF_ENTRY_BYTES = 4,	/* u32 */
	INDEX_OF_PREVIOUS = 8,		/* u64: where the index before is; 0 */
	ENTRY_OF_OFFSET = 0,		/* u64; these are from the entry on */
	ENTRY_OF_FIRST = 8,		/* u64 */
	ENTRY_OF_BASE = 16,		/* u64 */
	ENTRY_OF_LAST = 24,		/* u64 */
	ENTRY_OF_STREAM = 32,		/* u32 */
	ENTRY_OF_STEP = 36,		/* u32 */
	ENTRY_OF_RECORDS = 40,		/* u32 */
	ENTRY_OF_TYPE = 44		/* u32 */
};

enum { FORM_LATENCY = 0, FORM_AGE = 1 };

/* An entry of the column directory. */
#define COLUMN_ENTRY_BYTES 8u
enum {
	COLUMN_OF_ID = 0,		/* u8 */
	COLUMN_OF_ENCODING = 1,		/* u8 */
	COLUMN_OF_PARAMETER = 2,	/* u16 */
	COLUMN_OF_BYTES = 4		/* u32 */
};

/* Column ids; a reader skips ids below 128 that it does not know. */
enum {
	COLUMN_COMPLETE = 1,		/* stamp less the one before */
	COLUMN_LATENCY = 2,		/* plus 1; 0: that of the one before */
	COLUMN_REFERENCE = 3,		/* which submit was completed */
	COLUMN_OP = 4,
	COLUMN_FLAGS = 5,
	COLUMN_BYTES = 6,
	COLUMN_ERRORS = 7,		/* sparse results */
	COLUMN_OFFSET = 8,
	COLUMN_OFFSET_RULE = 9,		/* how offsets are derived */
	COLUMN_OP_RULE = 10,		/* how directions are derived */
	COLUMN_OFFSET_ZONES = 11,	/* how offsets are, in zones */
	COLUMN_CALL_COUNT = 16,		/* I/Os of each submit call */
	COLUMN_CALL_GAP = 17,		/* when each was made */
	COLUMN_CALL_DURATION = 18,
	COLUMN_FLYING_NUMBER = 20,	/* in flight at the frame's beginning */
	COLUMN_FLYING_AGE = 21,
	COLUMN_RANK_NUMBER = 22,	/* submit numbers, ascending */
	COLUMN_RANK_ORDER = 23,		/* and which completion each is of */
	COLUMN_WIDE = 32,		/* upper halves of another column */
	COLUMN_CRITICAL = 128		/* from here on: none is known yet */
};

enum {
	ENCODING_CONSTANT = 0,		/* one u32 */
	ENCODING_PFOR = 1,
	ENCODING_NONZERO = 2,		/* bitmap, then PFOR of the others */
	ENCODING_PREFIX = 3,		/* prefix code of size classes */
	ENCODING_RAW32 = 4,
	ENCODING_RAW64 = 5
};

/* COLUMN_OFFSET_ZONES: guard and number of zones, both u32, then the zones. */
#define ZONES_MOST 16u
enum {
	ZONES_OF_GUARD = 0,
	ZONES_OF_COUNT = 4,
	ZONES_HEAD_BYTES = 8,
	ZONE_OF_BEGIN = 0,		/* u64; these are from the zone on */
	ZONE_OF_LENGTH = 8,		/* u64 */
	ZONE_OF_SHARE = 16,		/* u32: percent of the I/Os */
	ZONE_OF_RESERVED = 20,		/* u32 */
	ZONE_BYTES = 24
};

/* Kinds of COLUMN_OFFSET_RULE, and its fields. */
enum { RULE_RANDOM = 1, RULE_LINEAR = 2 };
enum {
	RULE_OF_KIND = 0,		/* u32 */
	RULE_OF_GUARD = 4,		/* u32: CRC32C of what the rule gives */
	RULE_OF_A = 8,			/* u64: block, or offset of I/O 0 */
	RULE_OF_B = 16,			/* u64: blocks, or step of offsets */
	RULE_BYTES = 24
};

/* COLUMN_OP_RULE: share of reads in percent and guard, both u32. */
#define OP_RULE_BYTES 8u

/* Parameter bits of a column. */
#define PARAMETER_SIGNED 0x8000u	/* zigzag */
#define PARAMETER_DELTA 0x4000u		/* less the one before */
#define PARAMETER_SHIFT 0x003fu		/* values are shifted left by this */

#endif
