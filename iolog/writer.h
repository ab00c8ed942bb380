/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_WRITER_H
#define PLATEAU_IOLOG_WRITER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A thread that writes one file, 1 MiB at a time, behind 16 MiB of buffers: a
 * write can take half a second on a busy disk.
 */
struct iolog_writer;

/* iolog_writer_open() creates 'path', which must not exist, takes and touches
 * all memory and starts the thread.  NULL with the reason printed and no file
 * left. */
struct iolog_writer *iolog_writer_open(const char *path);

/* iolog_writer_write() copies bytes to the buffers; waits while all are full.
 * Once writing has failed it forgets them. */
void iolog_writer_write(struct iolog_writer *w, const void *bytes,
    size_t length);

/* iolog_writer_flush() has what was copied written soon, whole MiB or not. */
void iolog_writer_flush(struct iolog_writer *w);

/* iolog_writer_failed() is the errno of the first write that failed, which has
 * been printed; or 0.  Any thread may ask. */
int iolog_writer_failed(const struct iolog_writer *w);

/* iolog_writer_close() writes the rest, brings it to the disk, ends the thread
 * and frees the writer.  0, or -1 with errno if anything failed, the reason
 * printed.
 * NULL is harmless. */
int iolog_writer_close(struct iolog_writer *w);

#endif
