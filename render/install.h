/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_INSTALL_H
#define PLATEAU_RENDER_INSTALL_H

#include "base/arena.h"

/*
 * A report is many files that belong together.  They are made in a folder of
 * their own inside the report's folder and moved into place when all are whole.
 * The list of them is kept as files.txt, so that the next report can replace
 * them, remove what it no longer has, and touch nothing else.  The temporary
 * folder goes when the process is ended by SIGINT, SIGTERM or SIGHUP; one left
 * by a process that was killed goes with the next report.
 */
struct install;

/* install_begin() makes the folder 'dir' and, in it, a temporary folder with
 * the sub-folders 'folders' (ending in NULL).  NULL with the reason printed, as
 * when one of them is a link in 'dir'.  One install is begun at a time. */
struct install *install_begin(struct arena *a, const char *dir,
    const char *const *folders);

/* install_folder() returns the temporary folder. */
const char *install_folder(const struct install *i);

/* install_commit() moves the files into place.  0, or -1 with the reason
 * printed, as when a file that no earlier report wrote is in the way.
 * install_abort() removes them. */
int install_commit(struct install *i);
void install_abort(struct install *i);

#endif
