/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/limit.h"

#include "core/base/cgroup.h"

/* Assumed free if the system does not report it. */
static const double FREE_UNKNOWN = 4ull << 30;

/* A cgroup counts reclaimable page cache as used; it is available. */
static double room_in(const char *folder, const char *max, const char *use, const char *cache)
{
    const double limit = cgroup_number(folder, max, NULL), used = cgroup_number(folder, use, NULL);
    const double file = cgroup_number(folder, "memory.stat", cache);

    return isinf(used) ? INFINITY : fmax(0, limit - fmax(0, used - (isinf(file) ? 0 : file)));
}

static double room_v2(const char *folder)
{
    return room_in(folder, "memory.max", "memory.current", "inactive_file");
}

static double room_v1(const char *folder)
{
    return room_in(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file");
}

uint64_t limit_free(void)
{
    const double available = cgroup_number("/proc", "meminfo", "MemAvailable:");
    const double room =
        fmin(cgroup_least("/sys/fs/cgroup", "", room_v2), cgroup_least("/sys/fs/cgroup/memory", "memory", room_v1));

    return (uint64_t)fmin(isinf(available) ? FREE_UNKNOWN : 1024 * available, room);
}

uint64_t limit_default(void)
{
    return limit_free() / 2;
}

uint64_t size_add(uint64_t a, uint64_t b)
{
    uint64_t c;
    return __builtin_add_overflow(a, b, &c) ? UINT64_MAX : c;
}

uint64_t size_mul(uint64_t a, uint64_t b)
{
    uint64_t c;
    return __builtin_mul_overflow(a, b, &c) ? UINT64_MAX : c;
}

uint64_t size_csr(uint64_t m, uint64_t nnz, uint64_t width)
{
    return size_add(size_mul(8, size_add(m, 1)), size_mul(4 + width, nnz));
}

static bool within(uint64_t bytes, uint64_t limit, const char *what, const char *of, const char *why, struct err *e)
{
    char need[TEXT_SIZE], have[TEXT_SIZE];
    return bytes <= limit || err_set(e, ERR_MEMORY, "%s needs %s%s, limit %s (%s)", what, text_bytes(need, bytes), of,
                                     text_bytes(have, limit), why);
}

bool limit_check(uint64_t bytes, uint64_t limit, const char *what, struct err *e)
{
    return within(bytes, limit, what, "", "--mem-limit raises it", e);
}

bool limit_host(uint64_t bytes, const char *what, struct err *e)
{
    return within(bytes, limit_default(), what, " of host memory", "half of what is free", e);
}
