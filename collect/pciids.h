/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_PCIIDS_H
#define PLATEAU_COLLECT_PCIIDS_H

#include <stdbool.h>

#include "base/arena.h"

/* pciids_is_number() says whether the text is a number as sysfs writes those of
 * PCI vendors and devices: "0x1af4". */
bool pciids_is_number(const char *text);

/*
 * pciids_vendor() is the name that the list of PCI numbers 'path' has for
 * 'vendor' ("0x1af4"), pciids_device() that of a device of this vendor.  'path'
 * NULL is the list of the system, in either place where distributions keep it.
 * NULL if there is no list or no such name in it.
 */
const char *pciids_vendor(struct arena *a, const char *path,
    const char *vendor);
const char *pciids_device(struct arena *a, const char *path,
    const char *vendor, const char *device);

#endif
