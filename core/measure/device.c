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
