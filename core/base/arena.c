/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/arena.h"

#include <sys/mman.h>

/* Chunks of MAPPED bytes or more are mapped, so that freeing them returns the memory to the system. */
enum { ALIGN = 64, LARGE_PAGE = 1 << 21, MAPPED = 1 << 20 };

struct arena_chunk {
    struct arena_chunk *before;
    size_t size;
};

static struct arena_chunk *chunk_new(size_t size)
{
    if (size < MAPPED)
        return aligned_alloc(ALIGN, size);
    void *c = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (c == MAP_FAILED)
        return NULL;
    arena_large_pages(c, size);
    return c;
}

void *arena_take(struct arena *a, size_t bytes)
{
    if (bytes > PTRDIFF_MAX - 2 * ALIGN)
        return NULL;
    bytes = (bytes + ALIGN - 1) / ALIGN * ALIGN;
    if (!a->last || bytes > a->size - a->used) {
        size_t size = bytes + ALIGN > a->chunk ? bytes + ALIGN : a->chunk / ALIGN * ALIGN;
        struct arena_chunk *c = chunk_new(size);
        if (!c)
            return NULL;
        *c = (struct arena_chunk){ a->last, size };
        a->last = c;
        a->size = size;
        a->used = ALIGN;
    }
    void *p = (char *)a->last + a->used;
    a->used += bytes;
    return p;
}

void arena_free(struct arena *a)
{
    for (struct arena_chunk *c = a->last, *before; c; c = before) {
        before = c->before;
        if (c->size < MAPPED)
            free(c);
        else
            munmap(c, c->size);
    }
    *a = (struct arena){ .chunk = a->chunk };
}

void arena_large_pages(void *p, size_t bytes)
{
    uintptr_t begin = ((uintptr_t)p + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    uintptr_t end = ((uintptr_t)p + bytes) / LARGE_PAGE * LARGE_PAGE;

    if (bytes >= 2 * LARGE_PAGE && begin < end)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}
