/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>

#include "base/report.h"
#include "iolog/log.h"

struct iolog_reader *
log_open(const char *path)
{
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);

	if (r == NULL && status == IOLOG_ERRNO)
		warn_errno("open(%s)", path);
	else if (r == NULL)
		warn_msg("%s: %s", path, iolog_status_text(status));
	return r;
}

enum iolog_status
log_next(struct iolog_reader *r, const char *path,
    struct iolog_frame *frame_out, bool *damaged)
{
	for (;;) {
		enum iolog_status status = iolog_reader_next(r, frame_out);
		struct iolog_damage d = iolog_reader_damage(r);

		switch (status) {
		case IOLOG_OK:
		case IOLOG_END:
			return status;
		case IOLOG_DAMAGED:
			*damaged = true;
			if (d.begin_bytes == d.end_bytes)
				warn_msg("%s: frames are missing before byte "
				    "%" PRIu64, path, d.begin_bytes);
			else
				warn_msg("%s: bytes %" PRIu64 " to %" PRIu64
				    " are damaged", path, d.begin_bytes,
				    d.end_bytes);
			break;
		case IOLOG_TRUNCATED:
			*damaged = true;
			warn_msg("%s: no end frame: the log was cut at byte %"
			    PRIu64, path, d.begin_bytes);
			return IOLOG_END;
		default:
			*damaged = true;
			warn_errno("read(%s)", path);
			return IOLOG_END;
		}
	}
}
