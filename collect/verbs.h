/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_VERBS_H
#define PLATEAU_COLLECT_VERBS_H

#include "collect/outcome.h"

/* The verbs of the program.  argv[0] is the verb itself; each prints what it
 * has to say. */
enum outcome verb_run(int argc, char **argv);
enum outcome verb_plans(int argc, char **argv);
enum outcome verb_status(int argc, char **argv);
enum outcome verb_doctor(int argc, char **argv);

#endif
