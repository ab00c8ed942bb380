/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_VERB_H
#define PLATEAU_RENDER_COMPARE_VERB_H

/* compare_verb() is "plateau compare"; argv[0] is the verb.  Returns the exit
 * status. */
int compare_verb(int argc, char **argv);

#endif
