/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
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
	const char *again;		/* 'from', to be opened once more */
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
	bool left_out;			/* whole frames of another run */
	bool is_hurt;			/* something is wrong before it, */
	struct iolog_damage damage;	/* here */
	uint64_t *copied;		/* completions of each stream */
	uint64_t ncopied;
};

/* The frame in memory of our own, for the chain to change its header. */
static uint8_t *
keep(struct copying *c, struct iolog_reader *r,
    const struct iolog_frame_header *h)
{
	uint8_t *larger = realloc(c->memory, h->length_bytes);
	if (larger == NULL) {
		warn_errno("copying a frame");
		return NULL;
	}
	c->memory = larger;
	return memcpy(larger, iolog_reader_bytes(r), h->length_bytes);
}

/* A mark of what is missing. */
static void
mark_loss(struct copying *c, const struct iolog_loss *loss)
{
	uint8_t frame[FRAME_HEADER_BYTES + FRAME_EVENT_MOST];
	size_t length = iolog_loss_encode(loss, frame + FRAME_HEADER_BYTES);
	struct iolog_frame_header h = {
		.type = IOLOG_FRAME_LOSS,
		.length_bytes = (uint32_t)(FRAME_HEADER_BYTES + length),
		.payload_crc = crc32c(0, frame + FRAME_HEADER_BYTES, length),
	};

	iolog_chain_frame(c->chain, &h, frame);
}

/* A mark before a frame that does not follow the one before. */
static void
mark_gap(struct copying *c, const struct iolog_reader *r,
    const struct iolog_frame *f)
{
	struct iolog_loss loss = {
		.kind = IOLOG_LOSS_FRAMES,
		.begin_bytes = f->offset_bytes, .end_bytes = f->offset_bytes,
	};

	/* What is known of the place is where this reader is. */
	if (c->is_hurt && r == c->reader) {
		loss.begin_bytes = c->damage.begin_bytes;
		loss.end_bytes = c->damage.end_bytes;
	}
	if (loss.begin_bytes < loss.end_bytes)
		loss.kind = IOLOG_LOSS_BYTES;
	mark_loss(c, &loss);
}

/* Marks what is missing at the ends of streams. */
static void
mark_ends(struct copying *c)
{
	uint32_t nstreams = iolog_reader_header(c->reader)->nstreams;

	for (uint32_t i = 0; i < nstreams; i++) {
		struct iolog_loss loss = {
			.kind = IOLOG_LOSS_IOS, .stream = i,
			.begin_io = c->copied[i],
			.end_io = iolog_reader_written(c->reader, i),
		};

		if (loss.begin_io < loss.end_io)
			mark_loss(c, &loss);
	}
}

/* Is it a frame that the copy gets from elsewhere? */
static bool
is_made_anew(const struct iolog_frame *f)
{
	return f->type == IOLOG_FRAME_INDEX || f->type == IOLOG_FRAME_END ||
	    f->type == IOLOG_FRAME_HEADER || (f->type == IOLOG_FRAME_LOSS &&
	    f->loss.kind == IOLOG_LOSS_IOS);
}

static bool
copy_frame(struct copying *c, struct iolog_reader *r,
    const struct iolog_frame *f)
{
	struct iolog_frame_header h = *iolog_reader_frame(r);
	uint8_t *frame;

	if (h.sequence != c->next || h.previous_crc != c->previous_crc)
		mark_gap(c, r, f);
	c->next = (uint64_t)h.sequence + 1;
	c->previous_crc = h.header_crc;
	if (f->type == IOLOG_FRAME_END)
		iolog_chain_total(c->chain, &f->totals);
	if (is_made_anew(f))
		return true;
	if (f->type == IOLOG_FRAME_DATA) {
		c->ncopied += f->n;
		if (f->first + f->n > c->copied[f->stream])
			c->copied[f->stream] = f->first + f->n;
	}
	if (f->type == IOLOG_FRAME_DATA && c->how->change != NULL)
		frame = c->how->change(c->how->context, r, f, &h);
	else
		frame = keep(c, r, &h);
	if (frame != NULL)
		iolog_chain_frame(c->chain, &h, frame);
	return frame != NULL && c->out.error == 0;
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

/* Looks through a log for frames out of order. */
static bool
find_late(struct copying *c)
{
	enum iolog_status status;
	struct iolog_frame f;
	uint64_t next = 0;
	bool ok = true;

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
		c->late_reader = log_open(c->again);
		ok = ok && c->late_reader != NULL;
	}
	if (c->late_reader != NULL)
		iolog_reader_want(c->late_reader, c->how->wants);
	if (ok && iolog_reader_rewind(c->reader) == -1) {
		warn_errno("%s", c->from);
		ok = false;
	}
	return ok;
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

/* Copies a frame in its place. */
static bool
copy_in_place(struct copying *c, const struct iolog_frame *f)
{
	const struct iolog_frame_header *h = iolog_reader_frame(c->reader);

	if (h->sequence < c->next && c->nlate > 0)
		return true;		/* it was copied before */
	if (!copy_late(c, h->sequence) || !copy_frame(c, c->reader, f))
		return false;
	c->is_hurt = false;
	return true;
}

/* Remembers what is wrong until the next frame tells whether it is a loss. */
static void
note_damage(struct copying *c)
{
	struct iolog_damage d = iolog_reader_damage(c->reader);

	c->left_out |= d.kind == IOLOG_DAMAGE_OTHER_RUN;
	if (d.kind != IOLOG_DAMAGE_BYTES && d.kind != IOLOG_DAMAGE_MISSING &&
	    d.kind != IOLOG_DAMAGE_OTHER_RUN)
		return;
	if (c->is_hurt)
		d.begin_bytes = c->damage.begin_bytes;
	c->damage = d;
	c->is_hurt = true;
}

static void
mark_cut(struct copying *c)
{
	struct iolog_damage d = iolog_reader_damage(c->reader);

	mark_loss(c, &(struct iolog_loss){ .kind = IOLOG_LOSS_END,
	    .begin_bytes = d.begin_bytes, .end_bytes = d.end_bytes });
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
			mark_cut(c);
			mark_ends(c);
			return ok && c->how->allow_damage;
		case IOLOG_END:
			ok = copy_late(c, UINT64_MAX);
			mark_ends(c);
			return ok && (c->how->allow_damage || !c->damaged);
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
	c->copied = calloc(iolog_reader_header(c->reader)->nstreams,
	    sizeof(*c->copied));
	if (c->chain == NULL || c->copied == NULL) {
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

/* Copies standard input to a file, which then is standard input. */
static bool
fill_input(int fd)
{
	static char bytes[1 << 16];
	ssize_t n;

	while ((n = read(STDIN_FILENO, bytes, sizeof(bytes))) != 0) {
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1 || file_write_all(fd, bytes, (size_t)n) == -1)
			return false;
	}
	return lseek(fd, 0, SEEK_SET) == 0 && dup2(fd, STDIN_FILENO) != -1;
}

/* Frames are put in order by reading twice: a pipe goes through a file without
 * a name, beside the new log. */
static bool
hold_input(const char *to)
{
	char *path;

	if (lseek(STDIN_FILENO, 0, SEEK_CUR) != -1)
		return true;
	if (asprintf(&path, "%s.XXXXXX", to) == -1)
		return false;
	int fd = mkostemp(path, O_CLOEXEC);
	if (fd != -1)
		unlink(path);
	bool ok = fd != -1 && fill_input(fd);
	if (!ok)
		warn_errno("%s: a file for standard input", path);
	if (fd != -1)
		close(fd);
	free(path);
	return ok;
}

int
log_copy(const struct log_copy *how, const char *from, const char *to)
{
	struct copying c = { .how = how, .from = from, .again = from };
	struct iolog_totals totals = { .bytes = 0 };

	if (strcmp(to, "-") == 0) {
		warn_msg("-: the new log must be a file");
		return 2;
	}
	handle_signals();
	if (how->allow_damage && strcmp(from, "-") == 0) {
		c.again = "/proc/self/fd/0";
		if (!hold_input(to))
			return 1;
	}
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
		    c.ncopied, totals.bytes);
	iolog_chain_free(c.chain);
	iolog_reader_close(c.reader);
	iolog_reader_close(c.late_reader);
	free(c.late);
	free(c.memory);
	free(c.copied);
	return ok && !c.left_out ? 0 : 1;
}
