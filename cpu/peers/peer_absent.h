/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer_absent: fills the table of a peer built without its library. Never called, as the backend does not open. */
#pragma once

#include "core/measure/backend.h"

static inline bool backend_open(struct err *why)
{
    return err_set(why, ERR_DEVICE, "%s", ABSENT);
}

#define backend_foreign NULL

static inline bool supports(const struct problem *p, struct err *why)
{
    return err_set(why, ERR_DEVICE, "%s", ABSENT);
}

static inline uint64_t bytes(const struct problem *p)
{
    return 0;
}

static inline bool prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return err_set(e, ERR_DEVICE, "%s", ABSENT);
}

static inline bool run(void *plan_data, struct err *e)
{
    return err_set(e, ERR_DEVICE, "%s", ABSENT);
}

static inline void release(void *plan_data)
{
}
