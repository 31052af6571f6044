/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/limit.h"

#include <inttypes.h>

/* Assumed free where the system does not report it. */
#define FREE_UNKNOWN ((uint64_t)4 << 30)

/* The number in a file; UINT64_MAX without one ("max" of cgroup v2). */
static uint64_t read_number(const char *path)
{
    uint64_t value = UINT64_MAX;
    FILE *f = fopen(path, "re");

    if (!f)
        return UINT64_MAX;
    if (fscanf(f, "%" SCNu64, &value) != 1)
        value = UINT64_MAX;
    fclose(f);
    return value;
}

/* The number after `key` in a file of "key value" lines; UINT64_MAX without one. */
static uint64_t read_key(const char *path, const char *key)
{
    char line[256];
    uint64_t value = UINT64_MAX;
    size_t n = strlen(key);
    FILE *f = fopen(path, "re");

    if (!f)
        return UINT64_MAX;
    while (value == UINT64_MAX && fgets(line, sizeof line, f))
        if (strncmp(line, key, n) == 0 && sscanf(line + n, " %" SCNu64, &value) != 1)
            value = UINT64_MAX;
    fclose(f);
    return value;
}

/* A cgroup counts reclaimable page cache as used; it is room. */
static uint64_t room_in(const char *dir, const char *max, const char *use, const char *cache)
{
    char path[1200];

    snprintf(path, sizeof path, "%s/%s", dir, max);
    uint64_t limit = read_number(path);
    snprintf(path, sizeof path, "%s/%s", dir, use);
    uint64_t used = read_number(path);
    if (limit == UINT64_MAX || used == UINT64_MAX)
        return UINT64_MAX;
    snprintf(path, sizeof path, "%s/memory.stat", dir);
    uint64_t file = read_key(path, cache);
    if (file != UINT64_MAX)
        used -= file < used ? file : used;
    return limit > used ? limit - used : 0;
}

/* The least room in our cgroup and its ancestors, v2 and v1; UINT64_MAX without a limit. */
static uint64_t cgroup_room(void)
{
    char line[1024], dir[1100];
    uint64_t room = UINT64_MAX;
    FILE *f = fopen("/proc/self/cgroup", "re");

    if (!f)
        return UINT64_MAX;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        char *controllers = strchr(line, ':'), *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        bool v2 = path == controllers + 1;
        *path++ = 0;
        if (!v2 && !strstr(controllers, "memory"))
            continue;
        const char *root = v2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        for (;;) {
            snprintf(dir, sizeof dir, "%s%s", root, path);
            uint64_t here = v2 ? room_in(dir, "memory.max", "memory.current", "inactive_file")
                               : room_in(dir, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file");
            room = here < room ? here : room;
            char *slash = strrchr(path, '/');
            if (!slash || !*path)
                break;
            *slash = 0;
        }
    }
    fclose(f);
    return room;
}

uint64_t limit_free(void)
{
    uint64_t available = read_key("/proc/meminfo", "MemAvailable:"), room = cgroup_room();

    available = available == UINT64_MAX ? FREE_UNKNOWN : size_mul(available, 1024);
    return room < available ? room : available;
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

bool limit_check(uint64_t bytes, uint64_t limit, const char *what, struct err *e)
{
    char need[TEXT_SIZE], have[TEXT_SIZE];

    if (bytes <= limit)
        return true;
    return err_set(e, ERR_MEMORY, "%s needs %s, limit %s (--mem-limit raises it)", what, text_bytes(need, bytes),
                   text_bytes(have, limit));
}

bool limit_host(uint64_t bytes, const char *what, struct err *e)
{
    char need[TEXT_SIZE], have[TEXT_SIZE];
    uint64_t limit = limit_default();

    if (bytes <= limit)
        return true;
    return err_set(e, ERR_MEMORY, "%s needs %s of this machine's memory, half of what is free is %s", what,
                   text_bytes(need, bytes), text_bytes(have, limit));
}
