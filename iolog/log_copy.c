/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/report.h"
#include "iolog/crc32c.h"
#include "iolog/log.h"
#include "iolog/log_copy.h"

/* The file being written. */
struct output {
	FILE *file;
	int error;			/* errno of the first failure; 0 */
};

static void
write_file(void *context, const void *bytes, size_t length)
{
	struct output *o = context;

	if (o->error == 0 && fwrite(bytes, 1, length, o->file) != length)
		o->error = errno;
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

/* Brings what was written to the disk.  0, or -1 with errno. */
static int
finish(struct output *o)
{
	if (o->error == 0 && (fflush(o->file) != 0 ||
	    fsync(fileno(o->file)) == -1))
		o->error = errno;
	if (fclose(o->file) != 0 && o->error == 0)
		o->error = errno;
	errno = o->error;
	return o->error == 0 ? 0 : -1;
}

/* Frames that stand behind ones of greater numbers, by number; more of them
 * than this are no accident. */
#define LATE_MOST 65536u
struct late {
	uint64_t number, offset_bytes;
};

/* A log being copied. */
struct copying {
	const struct log_copy *how;
	const char *from;
	struct iolog_reader *reader;
	struct output out;
	struct iolog_chain *chain;
	uint8_t *memory;		/* of a frame */
	bool damaged;
	struct late *late;
	size_t nlate, next_late;
	struct iolog_reader *late_reader;
	uint64_t late_end_bytes;	/* where it is */
	uint64_t next;			/* number of the frame that follows */
	uint32_t previous_crc;
	bool is_hurt;			/* something is wrong before it, */
	struct iolog_damage damage;	/* here */
};

/* The frame in memory of our own, with a header that the chain may change. */
static uint8_t *
keep(struct copying *c, struct iolog_reader *r, struct iolog_frame_header *h)
{
	*h = *iolog_reader_frame(r);
	uint8_t *larger = realloc(c->memory, h->length_bytes);
	if (larger == NULL) {
		warn_errno("copying a frame");
		return NULL;
	}
	c->memory = larger;
	return memcpy(larger, iolog_reader_bytes(r), h->length_bytes);
}

static bool
copy_frame(struct copying *c, struct iolog_reader *r,
    const struct iolog_frame *f)
{
	struct iolog_frame_header h;
	uint8_t *frame;

	c->next = (uint64_t)iolog_reader_frame(r)->sequence + 1;
	c->previous_crc = iolog_reader_frame(r)->header_crc;
	/* The chain makes these itself. */
	if (f->type == IOLOG_FRAME_INDEX || f->type == IOLOG_FRAME_END ||
	    f->type == IOLOG_FRAME_HEADER)
		return true;
	if (f->type == IOLOG_FRAME_DATA && c->how->change != NULL)
		frame = c->how->change(c->how->context, r, f, &h);
	else
		frame = keep(c, r, &h);
	if (frame != NULL)
		iolog_chain_frame(c->chain, &h, frame);
	return frame != NULL && c->out.error == 0;
}

/* A mark where something is missing. */
static void
mark_loss(struct copying *c, enum iolog_loss_kind kind, struct iolog_damage d)
{
	uint8_t frame[FRAME_HEADER_BYTES + FRAME_EVENT_MOST];
	struct iolog_loss loss = {
		.kind = kind,
		.begin_bytes = d.begin_bytes, .end_bytes = d.end_bytes,
	};
	size_t length = iolog_loss_encode(&loss, frame + FRAME_HEADER_BYTES);
	struct iolog_frame_header h = {
		.type = IOLOG_FRAME_LOSS,
		.length_bytes = (uint32_t)(FRAME_HEADER_BYTES + length),
		.payload_crc = crc32c(0, frame + FRAME_HEADER_BYTES, length),
	};

	iolog_chain_frame(c->chain, &h, frame);
}

static int
by_number(const void *a, const void *b)
{
	const struct late *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static bool
add_late(struct copying *c, uint64_t number, uint64_t offset_bytes)
{
	if (c->nlate == LATE_MOST) {
		warn_msg("%s: too many frames are out of order", c->from);
		return false;
	}
	/* Room is doubled at powers of two. */
	if ((c->nlate & (c->nlate - 1)) == 0) {
		size_t room = c->nlate == 0 ? 1 : 2 * c->nlate;
		struct late *larger = realloc(c->late,
		    room * sizeof(*larger));

		if (larger == NULL) {
			warn_errno("%s", c->from);
			return false;
		}
		c->late = larger;
	}
	c->late[c->nlate++] = (struct late){ number, offset_bytes };
	return true;
}

/* Looks through a log, if it can be read twice, for frames out of order. */
static bool
find_late(struct copying *c)
{
	enum iolog_status status;
	struct iolog_frame f;
	uint64_t next = 0;
	bool ok = true;

	if (strcmp(c->from, "-") == 0 ||
	    iolog_reader_rewind(c->reader) == -1)
		return true;
	while (ok && ((status = iolog_reader_next(c->reader, &f)) ==
	    IOLOG_OK || status == IOLOG_DAMAGED)) {
		uint64_t number = iolog_reader_frame(c->reader)->sequence;

		if (status == IOLOG_DAMAGED)
			continue;
		if (number < next)
			ok = add_late(c, number, f.offset_bytes);
		else
			next = number + 1;
	}
	if (c->nlate > 0) {
		qsort(c->late, c->nlate, sizeof(*c->late), by_number);
		c->late_reader = log_open(c->from);
		ok = ok && c->late_reader != NULL;
	}
	if (c->late_reader != NULL)
		iolog_reader_want(c->late_reader, c->how->wants);
	return ok && iolog_reader_rewind(c->reader) == 0;
}

/* Reads a late frame; one behind the other without looking for each. */
static bool
read_late(struct copying *c, uint64_t offset_bytes, struct iolog_frame *f)
{
	if ((c->late_end_bytes != offset_bytes ||
	    iolog_reader_next(c->late_reader, f) != IOLOG_OK) &&
	    (iolog_reader_seek(c->late_reader, offset_bytes) == -1 ||
	    iolog_reader_next(c->late_reader, f) != IOLOG_OK)) {
		warn_msg("%s: it changes while it is read", c->from);
		return false;
	}
	c->late_end_bytes = f->offset_bytes + f->length_bytes;
	return true;
}

/* Copies the late frames that belong before the frame 'number'. */
static bool
copy_late(struct copying *c, uint64_t number)
{
	struct iolog_frame f;

	for (; c->next_late < c->nlate &&
	    c->late[c->next_late].number < number; c->next_late++)
		if (!read_late(c, c->late[c->next_late].offset_bytes, &f) ||
		    !copy_frame(c, c->late_reader, &f))
			return false;
	return true;
}

/* Copies a frame in its place, behind a mark if something before it is lost:
 * it does not follow the frame before. */
static bool
copy_in_place(struct copying *c, const struct iolog_frame *f)
{
	const struct iolog_frame_header *h = iolog_reader_frame(c->reader);

	if (h->sequence < c->next && c->nlate > 0)
		return true;		/* it was copied before */
	if (!copy_late(c, h->sequence))
		return false;
	if (c->is_hurt && (h->sequence != c->next ||
	    h->previous_crc != c->previous_crc))
		mark_loss(c, c->damage.begin_bytes == c->damage.end_bytes ?
		    IOLOG_LOSS_FRAMES : IOLOG_LOSS_BYTES, c->damage);
	c->is_hurt = false;
	return copy_frame(c, c->reader, f);
}

/* Remembers what is wrong until the next frame tells whether it is a loss. */
static void
note_damage(struct copying *c)
{
	struct iolog_damage d = iolog_reader_damage(c->reader);

	if (d.kind != IOLOG_DAMAGE_BYTES && d.kind != IOLOG_DAMAGE_MISSING)
		return;
	if (c->is_hurt)
		d.begin_bytes = c->damage.begin_bytes;
	c->damage = d;
	c->is_hurt = true;
}

static bool
copy_frames(struct copying *c)
{
	struct iolog_frame f;
	bool ok = true;

	while (ok) {
		switch (log_read(c->reader, c->from, &f, &c->damaged)) {
		case IOLOG_OK:
			ok = copy_in_place(c, &f);
			break;
		case IOLOG_DAMAGED:
			note_damage(c);
			break;
		case IOLOG_TRUNCATED:
			ok = copy_late(c, UINT64_MAX);
			mark_loss(c, IOLOG_LOSS_END,
			    iolog_reader_damage(c->reader));
			return ok && c->how->allow_damage;
		case IOLOG_END:
			return copy_late(c, UINT64_MAX) &&
			    (c->how->allow_damage || !c->damaged);
		default:
			return false;
		}
	}
	return false;
}

/* Writes the new log but for its end. */
static bool
copy_log(struct copying *c, const char *to)
{
	size_t nheader;
	const uint8_t *header = iolog_reader_header_bytes(c->reader, &nheader);

	c->chain = iolog_chain_new(&(struct iolog_sink){
	    .write = write_file, .context = &c->out },
	    iolog_reader_header(c->reader)->run_uuid, header, nheader);
	if (c->chain == NULL) {
		warn_errno("%s", to);
		return false;
	}
	if (c->how->begin != NULL && c->how->begin(c->how->context,
	    iolog_reader_header(c->reader)) == -1)
		return false;
	return (!c->how->allow_damage || find_late(c)) && copy_frames(c);
}

/* The new log until it is whole, for an interrupt. */
static const char *volatile unfinished;

static void
remove_unfinished(int signal_number)
{
	if (unfinished != NULL)
		unlink(unfinished);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static void
handle_signals(void)
{
	static const int deadly[] = { SIGINT, SIGTERM, SIGHUP };

	for (size_t i = 0; i < sizeof(deadly) / sizeof(deadly[0]); i++)
		if (signal(deadly[i], remove_unfinished) == SIG_IGN)
			signal(deadly[i], SIG_IGN);
	/* A file that grows too large shall be an error, not the end. */
	signal(SIGXFSZ, SIG_IGN);
}

int
log_copy(const struct log_copy *how, const char *from, const char *to)
{
	struct copying c = { .how = how, .from = from };
	struct iolog_totals totals = { .bytes = 0 };

	if (strcmp(to, "-") == 0) {
		warn_msg("-: the new log must be a file");
		return 2;
	}
	handle_signals();
	c.reader = log_open(from);
	if (c.reader == NULL)
		return 2;
	iolog_reader_want(c.reader, how->wants);
	c.out.file = create(to);
	if (c.out.file == NULL) {
		iolog_reader_close(c.reader);
		return 2;
	}
	unfinished = to;
	bool ok = copy_log(&c, to);
	if (ok)
		totals = iolog_chain_end(c.chain);
	if (finish(&c.out) == -1) {
		warn_errno("write(%s)", to);
		ok = false;
	}
	if (!ok)
		unlink(to);
	unfinished = NULL;
	if (ok)
		printf("%s: %" PRIu64 " I/Os in %" PRIu64 " bytes\n", to,
		    totals.completions, totals.bytes);
	iolog_chain_free(c.chain);
	iolog_reader_close(c.reader);
	iolog_reader_close(c.late_reader);
	free(c.late);
	free(c.memory);
	return ok ? 0 : 1;
}
