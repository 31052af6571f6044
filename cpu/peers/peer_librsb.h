/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_librsb: common code of the files about librsb. */
#pragma once

#include <rsb-config.h>
#include <rsb.h>

#include "core/base/err.h"

/* Whether `call` succeeded; else *e names it and the reason. */
static inline bool librsb_ok(rsb_err_t status, const char *call, struct err *e)
{
    char why[200] = "";

    if (status == RSB_ERR_NO_ERROR)
        return true;
    rsb_strerror_r(status, why, sizeof why);
    return err_set(e, status == RSB_ERR_ENOMEM ? ERR_MEMORY : ERR_DEVICE, "librsb: %s: %s", call, why);
}
