/* SPDX-License-Identifier: BSD-2-Clause */
#include "collect/ticks.h"

_Atomic uint64_t *ticks_virtual;
