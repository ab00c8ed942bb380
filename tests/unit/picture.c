/* SPDX-License-Identifier: BSD-2-Clause */
/* Photographs are read, made smaller and written anew without what a camera
 * added; what is no picture, or a monstrous one, is refused. */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>

#include "base/file.h"
#include "render/picture.h"

#define SECRET "taken at 52.52 N 13.40 E"

static int failures;
static char path[] = "/tmp/picture-XXXXXX";

static void
expect(bool holds, const char *what)
{
	if (holds)
		return;
	printf("not so: %s\n", what);
	failures++;
}

/* A picture of a grey slope, with a comment. */
static size_t
make_jpeg(unsigned columns, unsigned rows, unsigned char **bytes_out)
{
	struct jpeg_compress_struct jpeg;
	struct jpeg_error_mgr errors;
	unsigned long size = 0;
	unsigned char *row = malloc((size_t)columns * 3);

	jpeg.err = jpeg_std_error(&errors);
	jpeg_create_compress(&jpeg);
	*bytes_out = NULL;
	jpeg_mem_dest(&jpeg, bytes_out, &size);
	jpeg.image_width = columns;
	jpeg.image_height = rows;
	jpeg.input_components = 3;
	jpeg.in_color_space = JCS_RGB;
	jpeg_set_defaults(&jpeg);
	jpeg_start_compress(&jpeg, TRUE);
	jpeg_write_marker(&jpeg, JPEG_COM, (const JOCTET *)SECRET,
	    sizeof(SECRET));
	for (unsigned y = 0; y < rows; y++) {
		JSAMPROW line = row;

		memset(row, (int)(y * 255 / rows), (size_t)columns * 3);
		jpeg_write_scanlines(&jpeg, &line, 1);
	}
	jpeg_finish_compress(&jpeg);
	jpeg_destroy_compress(&jpeg);
	free(row);
	return size;
}

static const struct picture *
load(struct arena *a, const void *bytes, size_t length)
{
	if (file_replace_bytes(path, bytes, length) == -1)
		exit(1);
	return picture_load(a, path);
}

static bool
contains(const struct picture *p, const char *text)
{
	return memmem(p->bytes, p->nbytes, text, strlen(text)) != NULL;
}

static void
test_jpeg(struct arena *a)
{
	unsigned char *bytes;
	size_t length = make_jpeg(3000, 1500, &bytes);
	const struct picture *p = load(a, bytes, length);

	expect(memmem(bytes, length, SECRET, strlen(SECRET)) != NULL,
	    "the file has the comment");
	expect(p != NULL, "a JPEG is read");
	if (p != NULL) {
		expect(p->image.columns <= 1400 && p->image.columns > 1300,
		    "it is made smaller");
		expect(p->image.columns / 2 == p->image.rows ||
		    (p->image.columns + 1) / 2 == p->image.rows,
		    "and keeps its form");
		expect(p->image.rgb[0] < 8 &&
		    p->image.rgb[3 * (size_t)p->image.columns *
		    p->image.rows - 1] > 247, "and its pixels");
		expect(!contains(p, SECRET), "the comment is gone");
		expect(strcmp(p->type, "image/jpeg") == 0 &&
		    memcmp(p->bytes, "\xff\xd8\xff", 3) == 0, "it is a JPEG");
		expect(load(a, p->bytes, p->nbytes) != NULL,
		    "what was written is read again");
	}
	/* Broken anywhere: refused, or read as far as it goes. */
	for (size_t i = 3; i < length; i += length / 60 + 1)
		load(a, bytes, i);
	srand(1);
	for (int i = 0; i < 40; i++) {
		unsigned char *copy = malloc(length);

		memcpy(copy, bytes, length);
		for (int k = 0; k < 5; k++)
			copy[3 + (size_t)rand() % (length - 3)] =
			    (unsigned char)rand();
		load(a, copy, length);
		free(copy);
	}
	free(bytes);
}

static void
test_png(struct arena *a)
{
	unsigned char pixels[20 * 10 * 4], file[8192];
	png_image png = {.version = PNG_IMAGE_VERSION, .width = 20,
	    .height = 10, .format = PNG_FORMAT_RGBA};
	png_alloc_size_t length = sizeof(file);

	/* Half of it is clear: that is white. */
	for (size_t i = 0; i < sizeof(pixels); i++)
		pixels[i] = i % 4 == 3 && i >= sizeof(pixels) / 2 ? 0 : 255 *
		    (i % 4 == 3);
	if (png_image_write_to_memory(&png, file, &length, 0, pixels, 0,
	    NULL) == 0)
		exit(1);
	const struct picture *p = load(a, file, length);
	expect(p != NULL && p->image.columns == 20 && p->image.rows == 10,
	    "a PNG is read, and not made larger");
	if (p != NULL) {
		expect(p->image.rgb[0] == 0, "black is black");
		expect(p->image.rgb[20 * 10 * 3 - 1] == 255,
		    "what is clear is white");
		expect(strcmp(p->suffix, "png") == 0, "it is a PNG");
	}
	for (size_t i = 8; i < length; i++)
		load(a, file, i);
	/* A header that promises 2^31 pixels on a side. */
	memcpy(file + 16, "\x7f\xff\xff\xff\x7f\xff\xff\xff", 8);
	expect(load(a, file, length) == NULL, "a monster is refused");
}

int
main(void)
{
	struct arena *a = arena_new();
	int fd = mkstemp(path);

	if (fd == -1)
		return 1;
	close(fd);
	expect(load(a, "", 0) == NULL, "nothing is no picture");
	expect(load(a, "<svg/>", 6) == NULL, "SVG is none that is read");
	expect(load(a, "GIF89a", 6) == NULL, "nor GIF");
	expect(picture_load(a, "/nonexistent.png") == NULL, "nor no file");
	test_jpeg(a);
	test_png(a);
	unlink(path);
	arena_free(a);
	return failures > 0;
}
