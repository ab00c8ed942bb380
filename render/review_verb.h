/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_REVIEW_VERB_H
#define PLATEAU_RENDER_REVIEW_VERB_H

/* review_verb() is "plateau review init|build": its exit status. */
int review_verb(int argc, char **argv);

#endif
