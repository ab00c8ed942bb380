/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_FILE_H
#define PLATEAU_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/arena.h"

/*
 * file_read() returns the whole file 'path' and a NUL behind it, in 'a', and
 * its length without the NUL, unless 'length_out' is NULL.  Refuses files over
 * 'max_bytes', folders, FIFOs and devices.  NULL with the reason printed.
 */
char *file_read(struct arena *a, const char *path, size_t max_bytes,
    size_t *length_out);

/* file_read_line() is for sysfs and procfs: the first line of 'path' without
 * white space at its end, or NULL, silently, if it cannot be read. */
char *file_read_line(struct arena *a, const char *path);

/*
 * A file that replaces 'path' only when it is whole: written under a temporary
 * name beside it, flushed to disk, renamed.  file_replace_begin() returns the
 * stream to write to, or NULL with the reason printed.  file_replace_commit()
 * returns 0, or -1 with the reason printed, 'path' untouched and the temporary
 * file removed.  file_replace_abort() removes the temporary file.  Of several
 * that belong together file_replace_flush() writes each to the disk before the
 * first is committed: 0, or -1 with the reason printed.
 */
struct file_replace;
struct file_replace *file_replace_begin(const char *path);
FILE *file_replace_stream(struct file_replace *f);
int file_replace_flush(struct file_replace *f);
int file_replace_commit(struct file_replace *f);
void file_replace_abort(struct file_replace *f);

/* file_replace_bytes() does it in one go for 'length' bytes at 'data'. */
int file_replace_bytes(const char *path, const void *data, size_t length);

/* file_make_dirs() makes the folder 'path' and those above it that are
 * missing.  Returns 0, or -1 with the reason printed. */
int file_make_dirs(const char *path);

/* file_exists() says whether there is anything at 'path'. */
bool file_exists(const char *path);

/* file_is_full() says whether this errno of a write tells of a lack of room: a
 * full disk, a quota, a limit of files' sizes. */
bool file_is_full(int error);

/* file_write_all() writes all bytes, through short writes and EINTR.  Returns
 * 0, or -1 with errno set and nothing printed. */
int file_write_all(int fd, const void *data, size_t length);

/*
 * file_data_path() returns the path of 'name' (such as "plans/atto.xml") in the
 * folder of templates: $PLATEAU_TEMPLATES, or templates/ of the source tree
 * that the program was built in, or share/plateau/ beside the bin/ that it was
 * installed in.  The file need not exist.
 */
char *file_data_path(struct arena *a, const char *name);

/* file_program_path() returns the path of program 'name' beside this one. */
char *file_program_path(struct arena *a, const char *name);

#endif
