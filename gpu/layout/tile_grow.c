/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tile_grow: a tile repeatedly takes the bundle that adds the fewest columns, until it is full. */
#include "gpu/layout/tile_grow.h"

#include "core/base/array.h"
#include "core/base/hash.h"
#include "gpu/layout/chunks.h"

enum { KEYS = 64 };

/* The columns of the open tile: a hash table that a new `epoch` empties. */
struct column_set {
    uint64_t *entry; /* epoch << 32 | column */
    uint64_t epoch, mask;
    int64_t count;
};

static bool set_init(struct column_set *s, int64_t most)
{
    uint64_t size = 64;
    while (size < 4 * (uint64_t)most)
        size *= 2;
    *s = (struct column_set){ .entry = calloc(size, sizeof *s->entry), .epoch = 1, .mask = size - 1 };
    return s->entry != NULL;
}

static void set_clear(struct column_set *s)
{
    s->epoch++;
    s->count = 0;
}

/* The entry of column c, or the free one where it belongs. */
static uint64_t *set_find(const struct column_set *s, int32_t c)
{
    uint64_t want = s->epoch << 32 | (uint32_t)c, at = hash_slot((uint32_t)c, 32);
    for (;; at++) {
        uint64_t *entry = &s->entry[at & s->mask];
        if (*entry == want || *entry >> 32 != s->epoch)
            return entry;
    }
}

/* A bundle near the open tile, in the queue of those that would add equally many columns. */
struct near_bundle {
    int32_t bundle, next; /* next: in the queue, -1: none */
};

/* The bundles first .. end-1, and the tile that grows among them. */
struct growth {
    const struct bundle_pattern *p;
    const struct tile_limits *l;
    int64_t first, end, next; /* all bundles before `next` are taken */
    struct column_set set;
    struct tile open;
    int64_t entries; /* of the open tile */
    struct tile *tile;
    int64_t tiles;
    int32_t *order, *columns;
    int64_t bundles, column_count;
    /* For clusters: the queues; bundles that moved to another queue or are taken stay in them. */
    bool *taken;
    int32_t *known, *touched; /* known: columns of a bundle in the tile; touched: bundles where that is not 0 */
    struct near_bundle *near;
    int64_t touches, nears, near_room;
    int32_t head[KEYS], tail[KEYS];
    bool ok; /* false: out of memory */
};

static void clear_queues(struct growth *g)
{
    g->nears = 0;
    memset(g->head, -1, sizeof g->head);
    memset(g->tail, -1, sizeof g->tail);
}

static void growth_init(struct growth *g, const struct bundle_pattern *p, const struct tile_limits *l, int64_t first,
                        int64_t end)
{
    size_t count = (size_t)(end - first);
    *g = (struct growth){ .p = p, .l = l, .first = first, .end = end, .next = first };
    clear_queues(g);
    g->ok = set_init(&g->set, l->columns);
    g->order = malloc(count * sizeof *g->order + 1);
    g->columns = malloc((size_t)(p->ptr[end] - p->ptr[first]) * sizeof *g->columns + 1);
    g->ok = g->ok && g->order && g->columns;
    if (!l->cluster)
        return;
    g->taken = calloc(count + 1, sizeof *g->taken);
    g->known = calloc(count + 1, sizeof *g->known);
    g->touched = malloc(count * sizeof *g->touched + 1);
    g->ok = g->ok && g->taken && g->known && g->touched;
}

static void growth_release(struct growth *g)
{
    free(g->near);
    free(g->touched);
    free(g->known);
    free(g->taken);
    free(g->columns);
    free(g->order);
    free(g->tile);
    free(g->set.entry);
}

/* The number of columns that bundle b would add to the tile; the last queue has all larger numbers. */
static int64_t key_of(const struct growth *g, int64_t b)
{
    int64_t fresh = bundle_length(g->p, b) - g->known[b - g->first];
    return fresh < 0 ? 0 : fresh < KEYS - 1 ? fresh : KEYS - 1;
}

static void tile_close(struct growth *g)
{
    if (g->open.bundles == 0)
        return;
    g->ok = g->ok && array_grow(&g->tile, g->tiles, sizeof *g->tile);
    if (!g->ok)
        return;
    g->open.columns = (int32_t)g->set.count;
    g->tile[g->tiles++] = g->open;
    g->open = (struct tile){ 0 };
    g->entries = 0;
    set_clear(&g->set);
    for (int64_t i = 0; i < g->touches; i++)
        g->known[g->touched[i] - g->first] = 0;
    g->touches = 0;
    clear_queues(g);
}

static void enqueue(struct growth *g, int64_t b)
{
    int64_t key = key_of(g, b);
    if (g->nears == g->near_room)
        g->ok = g->ok && array_grow(&g->near, g->near_room++, sizeof *g->near);
    if (!g->ok)
        return;
    g->near[g->nears] = (struct near_bundle){ (int32_t)b, -1 };
    if (g->tail[key] >= 0)
        g->near[g->tail[key]].next = (int32_t)g->nears;
    if (g->head[key] < 0)
        g->head[key] = (int32_t)g->nears;
    g->tail[key] = (int32_t)g->nears++;
}

/* The bundle whose diagonal column c is; below 0: none. */
static int64_t bundle_of(const struct bundle_pattern *p, int32_t c)
{
    const int64_t row = c - p->diagonal;
    return row < 0 ? -1 : row / p->height;
}

/* Adds column c to the tile's counts. The bundles that have it are those whose diagonal its own bundle has, if A is
   symmetric; otherwise this is a guess, and a wrong one costs only quality. */
static void meet(struct growth *g, int32_t c)
{
    int64_t q = bundle_of(g->p, c), last = -1;
    if (q < 0 || q >= g->p->m || bundle_length(g->p, q) > g->l->cut)
        return;
    for (int64_t e = g->p->ptr[q]; e < g->p->ptr[q + 1]; e++) {
        int64_t b = bundle_of(g->p, g->p->ind[e]);
        if (b == last || b < g->first || b >= g->end || g->taken[b - g->first])
            continue;
        last = b;
        if (g->known[b - g->first]++ == 0)
            g->touched[g->touches++] = (int32_t)b;
        enqueue(g, b);
    }
}

static int64_t count_fresh(const struct growth *g, int64_t b)
{
    int64_t fresh = 0;
    for (int64_t e = g->p->ptr[b]; e < g->p->ptr[b + 1]; e++)
        fresh += *set_find(&g->set, g->p->ind[e]) >> 32 != g->set.epoch;
    return fresh;
}

/* Whether the open tile has no room for bundle b. */
static bool is_full(const struct growth *g, int64_t b)
{
    if (g->open.bundles == 0)
        return false;
    int64_t columns = g->set.count + count_fresh(g, b), entries = g->entries + bundle_length(g->p, b) * g->p->height;
    return g->open.bundles >= g->l->bundles || columns > g->l->columns ||
           columns * g->l->column_bytes + entries * g->l->entry_bytes > g->l->bytes;
}

static void take(struct growth *g, int64_t b)
{
    if (is_full(g, b))
        tile_close(g);
    g->entries += bundle_length(g->p, b) * g->p->height;
    if (g->l->cluster)
        g->taken[b - g->first] = true;
    g->order[g->bundles++] = (int32_t)b;
    g->open.bundles++;
    for (int64_t e = g->p->ptr[b]; e < g->p->ptr[b + 1]; e++) {
        int32_t c = g->p->ind[e];
        uint64_t *entry = set_find(&g->set, c);
        if (*entry >> 32 == g->set.epoch)
            continue;
        *entry = g->set.epoch << 32 | (uint32_t)c;
        g->set.count++;
        g->columns[g->column_count++] = c;
        if (g->l->cluster)
            meet(g, c);
    }
}

/* The next bundle in order that is neither taken nor long; end: none. */
static int64_t next_in_order(struct growth *g)
{
    while (g->next < g->end &&
           ((g->l->cluster && g->taken[g->next - g->first]) || bundle_length(g->p, g->next) > g->l->cut))
        g->next++;
    return g->next;
}

/* The bundle that adds the fewest columns, of equal ones the first queued; end: none is near. */
static int64_t next_near(struct growth *g)
{
    for (int key = 0; key < KEYS; key++)
        while (g->head[key] >= 0) {
            int64_t b = g->near[g->head[key]].bundle;
            if (!g->taken[b - g->first] && key_of(g, b) == key && bundle_length(g->p, b) <= g->l->cut)
                return b;
            g->head[key] = g->near[g->head[key]].next;
            if (g->head[key] < 0)
                g->tail[key] = -1;
        }
    return g->end;
}

static void grow(struct growth *g)
{
    while (g->ok) {
        int64_t b = g->l->cluster ? next_near(g) : g->end;
        if (b < g->end && is_full(g, b)) {
            tile_close(g); /* the next tile begins where rows are left */
            continue;
        }
        if (b == g->end)
            b = next_in_order(g);
        if (b == g->end)
            break;
        take(g, b);
        g->next += !g->l->cluster;
    }
    tile_close(g);
}

static bool join_chunks(const struct growth *chunk, int64_t chunks, struct tiling *t)
{
    for (int64_t i = 0; i < chunks; i++) {
        t->tiles += chunk[i].tiles;
        t->bundles += chunk[i].bundles;
        t->column_count += chunk[i].column_count;
    }
    t->tile = malloc((size_t)t->tiles * sizeof *t->tile + 1);
    t->order = malloc((size_t)t->bundles * sizeof *t->order + 1);
    t->columns = malloc((size_t)t->column_count * sizeof *t->columns + 1);
    if (!t->tile || !t->order || !t->columns)
        return false;
    int64_t tile = 0, bundle = 0, column = 0;
    for (const struct growth *g = chunk; g < chunk + chunks; g++) {
        memcpy(t->order + bundle, g->order, (size_t)g->bundles * sizeof *t->order);
        memcpy(t->columns + column, g->columns, (size_t)g->column_count * sizeof *t->columns);
        for (int64_t i = 0; i < g->tiles; i++) {
            t->tile[tile] = g->tile[i];
            t->tile[tile].bundle = (int32_t)bundle;
            t->tile[tile++].column = column;
            bundle += g->tile[i].bundles;
            column += g->tile[i].columns;
        }
    }
    return true;
}

bool tile_grow(const struct bundle_pattern *p, const struct tile_limits *l, struct tiling *t)
{
    int64_t chunks = chunks_count(p->m);
    struct growth *chunk = calloc((size_t)chunks, sizeof *chunk);
    if (!chunk)
        return false;
    bool ok = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(&& : ok)
    for (int64_t i = 0; i < chunks; i++) {
        growth_init(&chunk[i], p, l, chunk_begin(p->m, i, chunks), chunk_begin(p->m, i + 1, chunks));
        grow(&chunk[i]);
        ok = ok && chunk[i].ok;
    }
    ok = ok && join_chunks(chunk, chunks, t);
    for (int64_t i = 0; i < chunks; i++)
        growth_release(&chunk[i]);
    free(chunk);
    return ok;
}
