/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_UNITS_H
#define PLATEAU_BASE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The one place where numbers become text and text becomes numbers.  Parsers
 * take the whole string or nothing: 0 and the value, or -1 with '*why_out' a
 * constant sentence that can follow "VALUE: ".  None prints.  All are
 * independent of the locale.
 */

/*
 * units_parse_size() reads a size in bytes: a whole number with k, M, G, T
 * (powers of 1024, as fio and the reviews write them), the same with iB
 * ("4KiB"), or kB, MB, GB, TB (powers of 1000).  "4k" is 4096, "4kB" is 4000,
 * "512" is 512.
 */
int units_parse_size(const char *text, uint64_t *bytes_out,
    const char **why_out);

/* units_parse_block() is units_parse_size() that refuses the powers of 1000
 * and zero: no drive has 4000-byte blocks, so "4kB" is a slip. */
int units_parse_block(const char *text, uint64_t *bytes_out,
    const char **why_out);

/* units_parse_duration() reads "35s", "500ms", "20m", "6h", "10us", "7ns",
 * "2d", and several of them, long ones first ("1h30m").  A number needs a
 * unit; the last may have a fraction ("1.5h") that is a whole number of ns. */
int units_parse_duration(const char *text, uint64_t *ns_out,
    const char **why_out);

/* units_parse_percent() reads "20%" or "12.5%" as a fraction, 0 to 1. */
int units_parse_percent(const char *text, double *frac_out,
    const char **why_out);

/* units_parse_whole() reads a whole decimal number from 'least' to 'most'. */
int units_parse_whole(const char *text, uint64_t least, uint64_t most,
    uint64_t *value_out, const char **why_out);

/* units_parse_mix() reads "65/35", read first, as the read share in percent. */
int units_parse_mix(const char *text, uint64_t *read_percent_out,
    const char **why_out);

/* units_parse_double() reads a finite number with a decimal point. */
int units_parse_double(const char *text, double *value_out,
    const char **why_out);

/*
 * Formatters write at most 'size' bytes with the NUL and return 'buffer'.
 * UNITS_TEXT is room for any of them.
 */
#define UNITS_TEXT 48

/* "4KiB", "512", "1GiB": the form plans are written in; always exact, in the
 * largest unit that the value is a whole number of. */
char *units_format_size(char *buffer, size_t size, uint64_t bytes);

/* "60s", "35s", "1.5s", "20m", "1h30m", "250ms": exact, for plans and
 * progress. */
char *units_format_duration(char *buffer, size_t size, uint64_t ns);

/* "18.4 us", "1.20 ms", "3.1 s": three significant digits, for people. */
char *units_format_latency(char *buffer, size_t size, double ns);

/* "960.2 GB": decimal, one digit behind the point. */
char *units_format_capacity(char *buffer, size_t size, uint64_t bytes);

/* "25.1k", "1.44M", "870": three significant digits, for progress lines. */
char *units_format_count(char *buffer, size_t size, double value);

/* "3:07", "1:02:45", "2d 03:00:00": for remaining and elapsed time. */
char *units_format_clock(char *buffer, size_t size, uint64_t seconds);

/* Decimal text, at most 17 digits, that reads back as the same double, with a
 * decimal point ("1.5") or none ("2"); for tables and XML. */
char *units_format_double(char *buffer, size_t size, double value);

/* "20%", "12.5%": reads back as the same fraction, for XML. */
char *units_format_percent(char *buffer, size_t size, double frac);

/* "2026-11-30T09:58:24Z", UTC, for XML. */
char *units_format_utc(char *buffer, size_t size, uint64_t realtime_ns);

/* "2026-11-30T09:58:24.123456789Z": the same and exact. */
char *units_format_utc_ns(char *buffer, size_t size, uint64_t realtime_ns);

/* units_parse_utc() reads what units_format_utc() and units_format_utc_ns()
 * write: a fraction of up to nine digits. */
int units_parse_utc(const char *text, uint64_t *realtime_ns_out,
    const char **why_out);

#endif
