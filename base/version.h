/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_VERSION_H
#define PLATEAU_BASE_VERSION_H

/* The release; what changed in each is in NEWS.md. */
#define PLATEAU_VERSION "0.1.0"

#endif
