/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_GNUPLOT_H
#define PLATEAU_RENDER_GNUPLOT_H

#include <stddef.h>

#include "base/arena.h"

/*
 * The one place that starts gnuplot.  It runs without a shell, without its
 * start-up files, with an empty environment, and under a seccomp filter and
 * resource limits: it cannot start programs, open sockets or write files.  What
 * it draws comes back through a pipe.
 */

enum gnuplot_status {
	GNUPLOT_OK,
	GNUPLOT_MISSING,		/* nothing printed */
	GNUPLOT_FAILED,
};

/*
 * gnuplot_version() says which gnuplot there is: 'major_out' and 'minor_out'
 * are 5 and 4 for 5.4.  GNUPLOT_MISSING if there is none.  The program is
 * $PLATEAU_GNUPLOT, or "gnuplot" in the folders /usr/local/bin, /usr/bin, /bin.
 * It is run once; the answer is kept.  GNUPLOT_FAILED prints the reason.
 */
enum gnuplot_status gnuplot_version(unsigned *major_out, unsigned *minor_out);

struct gnuplot_job;

/* Starting costs as much as drawing ten figures. */
#define GNUPLOT_SCRIPTS_MOST 16

/*
 * gnuplot_start() runs scripts of the folder 'dir', at most
 * GNUPLOT_SCRIPTS_MOST, one after the other, each in a session that knows
 * nothing of those before, with 'dir' as its working folder.  The variable
 * PLATEAU is set in it, by which a script leaves its output where
 * gnuplot_wait() reads it.  GNUPLOT_OK sets '*job_out'; GNUPLOT_FAILED prints
 * the reason.
 */
enum gnuplot_status gnuplot_start(const char *dir, size_t count,
    const char *const *scripts, struct gnuplot_job **job_out);

/*
 * gnuplot_wait() waits for the end, for at most 60 s, and frees the job.  The
 * output of all scripts and a NUL behind it are in 'a'.  GNUPLOT_FAILED if the run took too
 * long, wrote too much, failed, or said anything on stderr; nothing is printed,
 * '*why_out' says why: "gnuplot: " and the last line of that.
 */
enum gnuplot_status gnuplot_wait(struct arena *a, struct gnuplot_job *job,
    char **output_out, size_t *length_out, const char **why_out);

#endif
