/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/report.h"
#include "iolog/crc32c.h"
#include "iolog/log.h"
#include "iolog/log_copy.h"

static void
write_file(void *context, const void *bytes, size_t length)
{
	/* A failure stays in the stream, and is seen at the end. */
	(void)fwrite(bytes, 1, length, context);
}

static FILE *
create(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	FILE *f = fd == -1 ? NULL : fdopen(fd, "wb");

	if (f == NULL) {
		warn_errno("open(%s)", path);
		if (fd != -1)
			close(fd);
	}
	return f;
}

/* The frame in memory of our own, with a header that the chain may change. */
static uint8_t *
keep(struct iolog_reader *r, uint8_t **memory, struct iolog_frame_header *h)
{
	uint8_t *larger = realloc(*memory, iolog_reader_frame(r)->length_bytes);

	*h = *iolog_reader_frame(r);
	if (larger == NULL) {
		warn_errno("copying a frame");
		return NULL;
	}
	*memory = larger;
	memcpy(larger, iolog_reader_bytes(r), h->length_bytes);
	return larger;
}

/* A mark where something is missing, unless it is only the header. */
static void
mark_loss(struct iolog_chain *chain, enum iolog_status status,
    struct iolog_damage d)
{
	uint8_t frame[FRAME_HEADER_BYTES + FRAME_EVENT_MOST];
	struct iolog_loss loss = {
		.kind = status == IOLOG_TRUNCATED ? IOLOG_LOSS_END :
		    d.begin_bytes == d.end_bytes ? IOLOG_LOSS_FRAMES :
		    IOLOG_LOSS_BYTES,
		.begin_bytes = d.begin_bytes, .end_bytes = d.end_bytes,
	};

	if (d.begin_bytes == 0)
		return;
	size_t length = iolog_loss_encode(&loss, frame + FRAME_HEADER_BYTES);
	struct iolog_frame_header h = {
		.type = IOLOG_FRAME_LOSS,
		.length_bytes = (uint32_t)(FRAME_HEADER_BYTES + length),
		.payload_crc = crc32c(0, frame + FRAME_HEADER_BYTES, length),
	};
	iolog_chain_frame(chain, &h, frame);
}

static bool
copy_frames(const struct log_copy *copy, struct iolog_reader *r,
    const char *from, struct iolog_chain *chain, bool *damaged)
{
	struct iolog_frame f;
	struct iolog_frame_header h;
	uint8_t *memory = NULL;
	bool ok = true;

	while (ok) {
		enum iolog_status status = log_read(r, from, &f, damaged);
		uint8_t *frame;

		if (status == IOLOG_DAMAGED || status == IOLOG_TRUNCATED)
			mark_loss(chain, status, iolog_reader_damage(r));
		if (status == IOLOG_DAMAGED)
			continue;
		if (status != IOLOG_OK)
			break;
		/* The chain makes these itself. */
		if (f.type == IOLOG_FRAME_INDEX || f.type == IOLOG_FRAME_END ||
		    f.type == IOLOG_FRAME_HEADER)
			continue;
		if (f.type == IOLOG_FRAME_DATA && copy->change != NULL)
			frame = copy->change(copy->context, r, &f, &h);
		else
			frame = keep(r, &memory, &h);
		ok = frame != NULL;
		if (ok)
			iolog_chain_frame(chain, &h, frame);
	}
	free(memory);
	return ok && (copy->allow_damage || !*damaged);
}

int
log_copy(const struct log_copy *copy, const char *from, const char *to)
{
	struct iolog_chain *chain = NULL;
	bool damaged = false, ok = false;
	size_t nheader;
	struct iolog_reader *r = log_open(from);

	if (r == NULL)
		return 2;
	iolog_reader_want(r, copy->wants);
	FILE *f = create(to);
	if (f == NULL) {
		iolog_reader_close(r);
		return 2;
	}
	const uint8_t *header = iolog_reader_header_bytes(r, &nheader);
	chain = iolog_chain_new(&(struct iolog_sink){
	    .write = write_file, .context = f },
	    iolog_reader_header(r)->run_uuid, header, nheader);
	if (chain == NULL)
		warn_errno("%s", to);
	else
		ok = copy_frames(copy, r, from, chain, &damaged);
	struct iolog_totals totals = {0};
	if (ok)
		totals = iolog_chain_end(chain);
	bool failed = fflush(f) != 0 || ferror(f) || fsync(fileno(f)) == -1;
	failed |= fclose(f) != 0;
	if (ok && failed)
		warn_errno("write(%s)", to);
	if (!ok || failed)
		unlink(to);
	else
		printf("%s: %" PRIu64 " I/Os in %" PRIu64 " bytes\n", to,
		    totals.completions, totals.bytes);
	iolog_chain_free(chain);
	iolog_reader_close(r);
	return ok && !failed ? 0 : 1;
}
