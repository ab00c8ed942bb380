/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_KEPT_H
#define PLATEAU_ANALYZE_KEPT_H

#include "analyze/fingerprint.h"
#include "analyze/scan.h"
#include "analyze/test.h"

/*
 * What was counted in the logs of a test, kept in a file beside the results, so
 * that logs that did not change need not be read again, and that others can
 * read them: one file a test, DIR/analyzed/NN-ID.counts.  All is whole numbers
 * and the exact percentiles; what follows from them (windows, checks, tables) is
 * not kept.
 * The file is for this program alone and may be deleted at any time.
 */
struct kept {
	struct scan *scan;		/* its steps have their percentiles */
	size_t npools;
	struct test_pool *pools;	/* those of the points */
};

/* kept_path() names the file of the log 'log', the last of its test, in the
 * folder 'dir'. */
const char *kept_path(struct arena *a, const char *dir, const char *log);

/*
 * kept_load() reads the file 'path' for the test of logs[nlogs], whose
 * fingerprint is 'print'.  Returns NULL, silently, if there is none for these
 * very logs and this program, or if it is damaged.  The scan is the caller's;
 * the rest is in 'a'.
 */
struct kept *kept_load(struct arena *a, const char *path,
    const struct scan_source *logs, size_t nlogs,
    const struct fingerprint *print);

/* kept_save() writes the file 'path', at once or not at all.  0, or -1 with the
 * reason printed. */
int kept_save(struct arena *a, const char *path, const struct test *t,
    const struct fingerprint *print);

#endif
