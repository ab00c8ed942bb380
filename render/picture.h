/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_PICTURE_H
#define PLATEAU_RENDER_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "render/logo.h"

/*
 * A photograph of an article.  It is read by a library, made no larger than
 * print and screen need, and written anew: what is published has no data of the
 * camera, and nothing but pixels.
 */
struct picture {
	struct logo image;		/* its pixels */
	bool damaged;			/* not all of it could be read */
	const char *type, *suffix;	/* "image/jpeg", "jpg" */
	const uint8_t *bytes;		/* the file written anew */
	size_t nbytes;
};

/* picture_load() reads a PNG or JPEG file of at most 32 MiB and 50 million
 * pixels.  NULL with the reason printed. */
const struct picture *picture_load(struct arena *a, const char *path);

#endif
