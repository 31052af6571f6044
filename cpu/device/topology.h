/* SPDX-License-Identifier: GPL-3.0-or-later */
/* topology: finds the processors, cores, caches and NUMA nodes of this machine, with hwloc if built in. */
#pragma once

#include "core/measure/topology.h"

/* Fills all but threads, pinned and why; no thread is placed. Without hwloc every processor of the affinity mask is a
   core of a single socket, in the system's order. Returns whether the result is this machine: hwloc may describe
   another one ($HWLOC_SYNTHETIC, $HWLOC_XMLFILE), where no thread can be placed. */
bool topology_find(struct topology *);
