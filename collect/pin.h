/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_PIN_H
#define PLATEAU_COLLECT_PIN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* The processors that I/O threads are pinned to: stream i to cpus[i % ncpus].
 * None: the kernel places the threads. */
struct pin {
	const char *text;		/* as it was given; NULL: not pinned */
	unsigned ncpus;
	unsigned *cpus;
	const char *others;		/* all that are left; NULL: none */
};

/*
 * pin_parse() reads a list of processors, "0-3,8", and checks that this process
 * may use each.  False, with the reason printed, if not.
 */
bool pin_parse(struct arena *a, const char *text, struct pin *out);

/* pin_others() has this thread, and those that it will make, run on the
 * processors that are left: the log is encoded and written there. */
void pin_others(const struct pin *pin);

/* pin_place() has a thread that is made with 'attr' run where stream 'stream'
 * belongs.  Returns 0 or an errno. */
int pin_place(const struct pin *pin, uint32_t stream, pthread_attr_t *attr);

#endif
