/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_PROCESSOR_H
#define PLATEAU_RENDER_PROCESSOR_H

#include "render/input.h"

/*
 * processor_add() gives the points a column "cpu_percent": the processor time
 * that the collector took, in percent of one processor, over the measurement
 * window of the test (all its rounds if there is none).  What a simulation took
 * is the model's time, not a host's: its points get no such column.
 */
void processor_add(struct arena *a, struct input *in);

#endif
