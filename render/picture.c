/* SPDX-License-Identifier: BSD-2-Clause */
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "base/file.h"
#include "base/report.h"
#include "render/picture.h"

#define MOST_BYTES (32u << 20)
#define MOST_PIXELS 50000000u
#define MOST_SIDE 20000u

/* A picture fills the width of a page, or of a screen's column. */
#define SIDE_PT 330.0			/* at the 300 dpi of logo_shrink() */
#define QUALITY 85

/* Whether a picture of this size is read at all. */
static bool
is_possible(const char *path, unsigned long columns, unsigned long rows)
{
	if (columns >= 1 && rows >= 1 && columns <= MOST_SIDE &&
	    rows <= MOST_SIDE && columns * rows <= MOST_PIXELS)
		return true;
	warn_msg("%s: a picture of %lu x %lu pixels; at most %u, and %u on a "
	    "side, are read", path, columns, rows, MOST_PIXELS, MOST_SIDE);
	return false;
}

/* ---------------------------------------------------------------------- PNG */

static int
png_read(struct arena *a, const char *path, const char *data, size_t length,
    struct picture *p)
{
	static const png_color white = {255, 255, 255};
	png_image png = {.version = PNG_IMAGE_VERSION};

	if (png_image_begin_read_from_memory(&png, data, length) == 0)
		goto bad;
	if (!is_possible(path, png.width, png.height)) {
		png_image_free(&png);
		return -1;
	}
	png.format = PNG_FORMAT_RGB;
	uint8_t *rgb = arena_alloc(a, PNG_IMAGE_SIZE(png));
	if (png_image_finish_read(&png, &white, rgb, 0, NULL) == 0)
		goto bad;
	p->image = (struct logo){png.width, png.height, rgb};
	return 0;

bad:
	warn_msg("%s: %s", path, png.message);
	png_image_free(&png);
	return -1;
}

static int
png_write(struct arena *a, const char *path, struct picture *p)
{
	png_image png = {.version = PNG_IMAGE_VERSION,
	    .format = PNG_FORMAT_RGB, .width = p->image.columns,
	    .height = p->image.rows};
	png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
	uint8_t *bytes = arena_alloc(a, size);

	if (png_image_write_to_memory(&png, bytes, &size, 0, p->image.rgb, 0,
	    NULL) == 0) {
		warn_msg("%s: %s", path, png.message);
		return -1;
	}
	p->type = "image/png";
	p->suffix = "png";
	p->bytes = bytes;
	p->nbytes = size;
	return 0;
}

/* --------------------------------------------------------------------- JPEG */

/* libjpeg leaves a function that failed by a jump. */
struct jpeg_failure {
	struct jpeg_error_mgr manager;
	jmp_buf out;
	char text[JMSG_LENGTH_MAX];
};

static void
on_failure(j_common_ptr jpeg)
{
	struct jpeg_failure *failure = (struct jpeg_failure *)jpeg->err;

	jpeg->err->format_message(jpeg, failure->text);
	longjmp(failure->out, 1);
}

/* Warnings of broken data are counted, not printed one by one. */
static void
on_message(j_common_ptr jpeg)
{
	(void)jpeg;
}

static struct jpeg_error_mgr *
jpeg_failure_init(struct jpeg_failure *failure)
{
	struct jpeg_error_mgr *manager = jpeg_std_error(&failure->manager);

	manager->error_exit = on_failure;
	manager->output_message = on_message;
	return manager;
}

/* Ink on white paper.  Adobe's programs, who alone write such files, store how
 * much white is left, and say so. */
static void
cmyk_to_rgb(uint8_t *rgb, const uint8_t *cmyk, size_t count, bool inverted)
{
	uint8_t flip = inverted ? 0 : 255;

	for (size_t i = 0; i < count; i++, cmyk += 4, rgb += 3)
		for (size_t k = 0; k < 3; k++)
			rgb[k] = (uint8_t)((cmyk[k] ^ flip) * (cmyk[3] ^ flip) /
			    255);
}

static int
jpeg_read(struct arena *a, const char *path, const char *data, size_t length,
    struct picture *p)
{
	struct jpeg_decompress_struct jpeg;
	struct jpeg_failure failure;

	jpeg.err = jpeg_failure_init(&failure);
	if (setjmp(failure.out) != 0) {
		warn_msg("%s: %s", path, failure.text);
		jpeg_destroy_decompress(&jpeg);
		return -1;
	}
	jpeg_create_decompress(&jpeg);
	jpeg_mem_src(&jpeg, (const unsigned char *)data, length);
	jpeg_read_header(&jpeg, TRUE);
	if (!is_possible(path, jpeg.image_width, jpeg.image_height)) {
		jpeg_destroy_decompress(&jpeg);
		return -1;
	}
	bool cmyk = jpeg.jpeg_color_space == JCS_CMYK ||
	    jpeg.jpeg_color_space == JCS_YCCK;
	jpeg.out_color_space = cmyk ? JCS_CMYK : JCS_RGB;
	jpeg_start_decompress(&jpeg);
	size_t row_bytes = (size_t)jpeg.output_width * 3;
	uint8_t *rgb = arena_alloc(a, row_bytes * jpeg.output_height);
	uint8_t *inks = arena_alloc(a, (size_t)jpeg.output_width * 4);
	while (jpeg.output_scanline < jpeg.output_height) {
		uint8_t *to = rgb + row_bytes * jpeg.output_scanline;
		JSAMPROW row = cmyk ? inks : to;

		jpeg_read_scanlines(&jpeg, &row, 1);
		if (cmyk)
			cmyk_to_rgb(to, inks, jpeg.output_width,
			    jpeg.saw_Adobe_marker);
	}
	p->image = (struct logo){jpeg.output_width, jpeg.output_height, rgb};
	jpeg_finish_decompress(&jpeg);
	p->damaged = jpeg.err->num_warnings > 0;
	if (p->damaged)
		warn_msg("%s: damaged; shown as far as it can be read", path);
	jpeg_destroy_decompress(&jpeg);
	return 0;
}

static int
jpeg_write(struct arena *a, const char *path, struct picture *p)
{
	struct jpeg_compress_struct jpeg;
	struct jpeg_failure failure;
	/* volatile: read behind a jump */
	unsigned char *volatile bytes = NULL;
	unsigned char *buffer = NULL;
	unsigned long size = 0;

	jpeg.err = jpeg_failure_init(&failure);
	if (setjmp(failure.out) != 0) {
		warn_msg("%s: %s", path, failure.text);
		jpeg_destroy_compress(&jpeg);
		free(bytes);
		return -1;
	}
	jpeg_create_compress(&jpeg);
	jpeg_mem_dest(&jpeg, &buffer, &size);
	jpeg.image_width = p->image.columns;
	jpeg.image_height = p->image.rows;
	jpeg.input_components = 3;
	jpeg.in_color_space = JCS_RGB;
	jpeg_set_defaults(&jpeg);
	jpeg_set_quality(&jpeg, QUALITY, TRUE);
	jpeg_start_compress(&jpeg, TRUE);
	while (jpeg.next_scanline < jpeg.image_height) {
		/* libjpeg does not write to it. */
		JSAMPROW row = (JSAMPROW)(uintptr_t)(p->image.rgb +
		    (size_t)jpeg.next_scanline * p->image.columns * 3);

		bytes = buffer;
		jpeg_write_scanlines(&jpeg, &row, 1);
	}
	jpeg_finish_compress(&jpeg);
	bytes = buffer;
	jpeg_destroy_compress(&jpeg);
	p->type = "image/jpeg";
	p->suffix = "jpg";
	p->bytes = memcpy(arena_alloc(a, size), buffer, size);
	p->nbytes = size;
	free(buffer);
	return 0;
}

const struct picture *
picture_load(struct arena *a, const char *path)
{
	struct picture *p = arena_alloc(a, sizeof(*p));
	size_t length;
	const char *data = file_read(a, path, MOST_BYTES, &length);

	if (data == NULL)
		return NULL;
	bool png = length > 8 && memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0;
	if (!png && !(length > 3 && memcmp(data, "\xff\xd8\xff", 3) == 0)) {
		warn_msg("%s: neither PNG nor JPEG", path);
		return NULL;
	}
	if ((png ? png_read : jpeg_read)(a, path, data, length, p) == -1)
		return NULL;
	logo_shrink(a, &p->image, SIDE_PT, SIDE_PT);
	return (png ? png_write : jpeg_write)(a, path, p) == -1 ? NULL : p;
}
