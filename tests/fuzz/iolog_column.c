/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in a column: it is refused, or gives its values, the same
 * from the vector code and from the portable twin.
 *
 * Input: encoding, three bytes of count, the column. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/column.h"
#include "iolog/pfor.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t values[FORMAT_RECORDS_MOST], scratch[FORMAT_RECORDS_MOST];
static uint32_t portable[FORMAT_RECORDS_MOST];

static void
compare(const uint8_t *bytes, size_t length, size_t n)
{
	size_t used = pfor_decode(bytes, length, values, n);

	if (used != pfor_decode_portable(bytes, length, portable, n) ||
	    (used > 0 && memcmp(values, portable, n * sizeof(*values)) != 0))
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 4)
		return 0;
	size_t n = get_u32(data) >> 8;
	size_t length = size - 4;
	uint8_t *bytes = calloc(1, length + FRAME_SLACK);
	if (bytes == NULL || n > FORMAT_RECORDS_MOST) {
		free(bytes);
		return 0;
	}
	memcpy(bytes, data + 4, length);
	struct iolog_column c = {
		.encoding = data[0] % 8, .data = bytes,
		.length = (uint32_t)length,
	};
	iolog_column_decode(&c, values, n, scratch);
	if (c.encoding == ENCODING_PFOR && n > 0)
		compare(bytes, length, n);
	free(bytes);
	return 0;
}
