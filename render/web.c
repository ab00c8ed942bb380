/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/sha256.h"
#include "render/text_clean.h"
#include "render/web.h"

void
web_text(FILE *to, const char *text)
{
	struct arena *a = arena_new();

	for (const char *p = text_clean(a, text); *p != '\0'; p++) {
		switch (*p) {
		case '<':
			fputs("&lt;", to);
			break;
		case '>':
			fputs("&gt;", to);
			break;
		case '&':
			fputs("&amp;", to);
			break;
		case '"':
			fputs("&quot;", to);
			break;
		case '\'':
			fputs("&#39;", to);
			break;
		default:
			putc(*p, to);
		}
	}
	arena_free(a);
}

void
web_string(FILE *to, const char *text)
{
	struct arena *a = arena_new();

	putc('"', to);
	for (const char *p = text_clean(a, text); *p != '\0'; p++) {
		/* "</script>" and "<!--" end or change a script. */
		if (*p == '<' || *p == '>' || *p == '&')
			fprintf(to, "\\u%04x", (unsigned)(unsigned char)*p);
		else if (*p == '"' || *p == '\\')
			fprintf(to, "\\%c", *p);
		else
			putc(*p, to);
	}
	putc('"', to);
	arena_free(a);
}

void
web_base64(FILE *to, const void *data, size_t length)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789+/";
	const uint8_t *p = data;

	for (size_t i = 0; i < length; i += 3) {
		uint32_t three = (uint32_t)p[i] << 16;

		if (i + 1 < length)
			three |= (uint32_t)p[i + 1] << 8;
		if (i + 2 < length)
			three |= p[i + 2];
		putc(digits[three >> 18], to);
		putc(digits[three >> 12 & 63], to);
		putc(i + 1 < length ? digits[three >> 6 & 63] : '=', to);
		putc(i + 2 < length ? digits[three & 63] : '=', to);
	}
}

void
web_hash(FILE *to, const char *text)
{
	uint8_t hash[SHA256_BYTES];

	sha256(text, strlen(text), hash);
	fputs("'sha256-", to);
	web_base64(to, hash, sizeof(hash));
	putc('\'', to);
}
