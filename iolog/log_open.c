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
	uint64_t begin = d.begin_bytes, end = d.end_bytes;

	switch (d.kind) {
	case IOLOG_DAMAGE_HEADER:
		if (begin > 0)
			warn_msg("%s: the file header is damaged from byte %"
			    PRIu64 " on; what stands before is used", path,
			    begin);
		else
			warn_msg("%s: the file header is %s; a copy of it is "
			    "used", path, end == 0 ? "missing" : "damaged");
		break;
	case IOLOG_DAMAGE_OTHER_HEADER:
		warn_msg("%s: the file header is another run's; the copy that "
		    "belongs to the frames is used", path);
		break;
	case IOLOG_DAMAGE_OTHER_RUN:
		warn_msg("%s: bytes %" PRIu64 " to %" PRIu64 ": frames of "
		    "another run stand here; they are not read", path, begin,
		    end);
		break;
	case IOLOG_DAMAGE_MISSING:
		warn_msg("%s: byte %" PRIu64 ": frames are missing here", path,
		    begin);
		break;
	case IOLOG_DAMAGE_ORDER:
		warn_msg("%s: byte %" PRIu64 ": out of order: a frame that was "
		    "missing before", path, begin);
		break;
	case IOLOG_DAMAGE_REPEATED:
		warn_msg("%s: bytes %" PRIu64 " to %" PRIu64 ": repeated: "
		    "frames that were read before; passed over", path, begin,
		    end);
		break;
	case IOLOG_DAMAGE_GAVE_UP:
		warn_msg("%s: bytes %" PRIu64 " to %" PRIu64 ": frames out of "
		    "order, passed over: too many are missing to know if they "
		    "were read before", path, begin, end);
		break;
	case IOLOG_DAMAGE_TAIL:
		warn_msg("%s: bytes %" PRIu64 " to %" PRIu64 " behind the end "
		    "do not belong to the log", path, begin, end);
		break;
	case IOLOG_DAMAGE_BYTES:
		warn_msg("%s: bytes %" PRIu64 " to %" PRIu64 " are damaged",
		    path, begin, end);
		break;
	}
}

static void
print_loss(const char *path, const struct iolog_loss *l)
{
	uint64_t nbytes = l->end_bytes - l->begin_bytes;
	const char *plural = nbytes == 1 ? "" : "s";

	if (l->kind == IOLOG_LOSS_IOS)
		warn_msg("%s: repaired: the last %" PRIu64 " I/Os of stream %"
		    PRIu32 " were lost", path, l->end_io - l->begin_io,
		    l->stream);
	else if (l->kind == IOLOG_LOSS_END && nbytes == 0)
		warn_msg("%s: repaired: it had been cut at byte %" PRIu64,
		    path, l->begin_bytes);
	else if (l->kind == IOLOG_LOSS_END)
		warn_msg("%s: repaired: it had been cut at byte %" PRIu64
		    ", where %" PRIu64 " byte%s belonged to no whole frame",
		    path, l->begin_bytes, nbytes, plural);
	else if (l->kind == IOLOG_LOSS_FRAMES)
		warn_msg("%s: repaired: frames were missing before byte %"
		    PRIu64, path, l->begin_bytes);
	else
		warn_msg("%s: repaired: %" PRIu64 " byte%s lost at byte %"
		    PRIu64, path, nbytes, plural, l->begin_bytes);
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
