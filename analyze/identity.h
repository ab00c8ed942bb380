/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_IDENTITY_H
#define PLATEAU_ANALYZE_IDENTITY_H

#include "analyze/analysis.h"

/*
 * Whether run.xml, plan.xml and the logs belong together: files are copied and
 * edited, and what is told of one must not be taken for another.
 */

/* identity_documents() checks that plan.xml is the one that the run was made
 * by, as far as run.xml tells. */
void identity_documents(struct analysis *a);

/* identity_test() checks what the logs of a test say that they are of, and that
 * none of them came before. */
void identity_test(struct analysis *a, const struct test *t);

/* identity_uuid() is the run that the log 'path' says that it is of; NULL if it
 * cannot be read. */
const char *identity_uuid(struct arena *a, const char *path);

#endif
