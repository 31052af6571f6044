/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/device.h"

bool device_runs(const struct device *d, const char *family)
{
    return strcmp(*d->family ? d->family : d->kind, family) == 0;
}

bool device_uuid_begins(const char *uuid, const char *prefix)
{
    size_t length = strlen(prefix);
    return length > strlen("GPU-") && strncasecmp(uuid, prefix, length) == 0;
}

/* Where caches hold part of the bytes: on a Xeon, of a working set of x times L2, read again and again, 1.65 - x came
   from L2 (0.97, 0.83, 0.72, 0.64, 0.3, 0.1 at x = 0.7, 0.8, 0.9, 1, 1.3, 1.55). Not measured on GPUs. */
static const double partly_least = 0.65, partly_most = 1.65;

bool device_holds_part(const char *kind, double filled)
{
    return device_is_cpu(kind) && filled > partly_least && filled < partly_most;
}

double device_part_gbs(double filled, double near, double far)
{
    return 1 / (fmin(partly_most - filled, 1) / near + fmax(filled - partly_least, 0) / far);
}
