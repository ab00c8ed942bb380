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

static void
print_damage(const char *path, struct iolog_damage d)
{
	if (d.begin_bytes == 0)
		warn_msg("%s: the file header is damaged; a copy of it is used",
		    path);
	else if (d.begin_bytes == d.end_bytes)
		warn_msg("%s: frames are missing before byte %" PRIu64, path,
		    d.begin_bytes);
	else
		warn_msg("%s: bytes %" PRIu64 " to %" PRIu64 " are damaged",
		    path, d.begin_bytes, d.end_bytes);
}

static void
print_loss(const char *path, const struct iolog_loss *l)
{
	uint64_t nbytes = l->end_bytes - l->begin_bytes;

	if (l->kind == IOLOG_LOSS_END)
		warn_msg("%s: repaired: it had been cut at byte %" PRIu64
		    ", %" PRIu64 " bytes of a frame were lost", path,
		    l->begin_bytes, nbytes);
	else if (l->kind == IOLOG_LOSS_FRAMES)
		warn_msg("%s: repaired: frames were missing before byte %"
		    PRIu64, path, l->begin_bytes);
	else
		warn_msg("%s: repaired: %" PRIu64 " bytes were lost at byte %"
		    PRIu64, path, nbytes, l->begin_bytes);
}

enum iolog_status
log_read(struct iolog_reader *r, const char *path,
    struct iolog_frame *frame_out, bool *damaged)
{
	enum iolog_status status = iolog_reader_next(r, frame_out);
	struct iolog_damage d = iolog_reader_damage(r);

	switch (status) {
	case IOLOG_OK:
		if (frame_out->type == IOLOG_FRAME_LOSS)
			print_loss(path, &frame_out->loss);
		return status;
	case IOLOG_END:
		return status;
	case IOLOG_DAMAGED:
		print_damage(path, d);
		break;
	case IOLOG_TRUNCATED:
		warn_msg("%s: no end frame: the log was cut at byte %" PRIu64,
		    path, d.begin_bytes);
		break;
	default:
		warn_errno("read(%s)", path);
		break;
	}
	*damaged = true;
	return status;
}

enum iolog_status
log_next(struct iolog_reader *r, const char *path,
    struct iolog_frame *frame_out, bool *damaged)
{
	enum iolog_status status;

	do
		status = log_read(r, path, frame_out, damaged);
	while (status == IOLOG_DAMAGED);
	return status == IOLOG_OK ? IOLOG_OK : IOLOG_END;
}
