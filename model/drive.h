/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_DRIVE_H
#define PLATEAU_MODEL_DRIVE_H

#include "base/arena.h"
#include "sim/drive.h"

/*
 * Profiles of simulated drives, templates/drives/NAME.xml: what a drive that
 * does not exist is called and how it is made.  docs/simulated-drive.md is
 * their manual, templates/schema/drive.rng their grammar.
 */
struct drive {
	const char *name;		/* "sata-read-intensive" */
	const char *title;		/* for people */
	const char *link;		/* "SATA 6 Gb/s", or NULL */
	const char *about;		/* a sentence on its purpose, or NULL */
	struct sim_parameters parameters;
};

/* drive_load() reads and checks a profile.  NULL, with each mistake printed as
 * "path:line: what, and what was expected". */
struct drive *drive_load(struct arena *a, const char *path);

/* drive_find() returns the path of the profile called 'name': the file itself
 * if 'name' has a '/' or ends in ".xml", else drives/NAME.xml of the
 * templates. */
char *drive_find(struct arena *a, const char *name);

/* drive_names() lists the profiles of the templates, "nvme, sas, stalls-40ms",
 * in order; an empty text if there are none. */
const char *drive_names(struct arena *a);

#endif
