/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tile_grow: a tile takes the bundle that adds the fewest columns to it, until it is full. */
#include "gpu/lib/chunks.cuh"
#include "gpu/lib/tile_grow.cuh"

#include <algorithm>
#include <new>

enum { KEYS = 64 };

/* The columns of the tile that grows: a hash table that forgets all by a new `epoch`. */
struct column_set {
    std::vector<uint64_t> slot; /* epoch << 32 | column */
    uint64_t epoch, mask;
    int64_t count;
};

static void set_init(struct column_set *s, int64_t most)
{
    uint64_t size = 64;
    while (size < 4 * (uint64_t)most)
        size *= 2;
    s->slot.assign(size, 0);
    s->mask = size - 1;
    s->epoch = 1;
    s->count = 0;
}

static void set_clear(struct column_set *s)
{
    s->epoch++;
    s->count = 0;
}

/* The slot of column c, or the free one where it would go. */
static uint64_t *set_find(struct column_set *s, int32_t c)
{
    uint64_t want = s->epoch << 32 | (uint32_t)c, at = (uint64_t)(uint32_t)c * 0x9E3779B97F4A7C15u >> 32;
    for (;; at++) {
        uint64_t *slot = &s->slot[at & s->mask];
        if (*slot == want || *slot >> 32 != s->epoch)
            return slot;
    }
}

/* A chunk of bundles first .. end-1, and the tile that grows in it. */
struct growth {
    const struct pattern *p;
    const struct tile_limits *l;
    int64_t first, end, next; /* all bundles before `next` are taken */
    struct column_set set;
    struct tile open;
    int64_t entries; /* of the open tile */
    std::vector<struct tile> tile;
    std::vector<int32_t> order;
    /* For clusters: the bundles near the tile, in queues by how many columns they would add. Queues hold stale ones. */
    std::vector<char> taken;
    std::vector<int32_t> known, near; /* known: how many columns of a bundle are in the tile */
    std::vector<int32_t> queue[KEYS];
    size_t head[KEYS];
};

static void growth_init(struct growth *g)
{
    set_init(&g->set, g->l->columns);
    g->next = g->first;
    g->open = {};
    g->entries = 0;
    if (g->l->cluster) {
        g->taken.assign((size_t)(g->end - g->first), 0);
        g->known.assign((size_t)(g->end - g->first), 0);
    }
    for (size_t &head : g->head)
        head = 0;
}

static int64_t key_of(const struct growth *g, int64_t b)
{
    int64_t fresh = pattern_length(g->p, b) - g->known[b - g->first];
    return std::min<int64_t>(std::max<int64_t>(fresh, 0), KEYS - 1);
}

static void tile_close(struct growth *g)
{
    if (g->open.bundles == 0)
        return;
    g->open.columns = (int32_t)g->set.count;
    g->tile.push_back(g->open);
    g->open = {};
    g->entries = 0;
    set_clear(&g->set);
    for (int32_t b : g->near)
        g->known[b - g->first] = 0;
    g->near.clear();
    for (int key = 0; key < KEYS; key++) {
        g->queue[key].clear();
        g->head[key] = 0;
    }
}

/* Column c is in the tile now. The bundles that have it are those that bundle c/R has columns of, if A is symmetric;
   if it is not, this is a guess that costs nothing but quality. */
static void meet(struct growth *g, int32_t c)
{
    int64_t q = c / g->p->height, last = -1;
    if (q >= g->p->m || pattern_length(g->p, q) > g->l->cut)
        return;
    for (int64_t e = g->p->ptr[q]; e < g->p->ptr[q + 1]; e++) {
        int64_t b = g->p->ind[e] / g->p->height;
        if (b == last || b < g->first || b >= g->end || g->taken[b - g->first])
            continue;
        last = b;
        if (g->known[b - g->first]++ == 0)
            g->near.push_back((int32_t)b);
        g->queue[key_of(g, b)].push_back((int32_t)b);
    }
}

static int64_t count_fresh(struct growth *g, int64_t b)
{
    int64_t fresh = 0;
    for (int64_t e = g->p->ptr[b]; e < g->p->ptr[b + 1]; e++)
        fresh += *set_find(&g->set, g->p->ind[e]) >> 32 != g->set.epoch;
    return fresh;
}

/* Whether the open tile has no room for bundle b. */
static bool is_full(struct growth *g, int64_t b)
{
    if (g->open.bundles == 0)
        return false;
    int64_t columns = g->set.count + count_fresh(g, b), entries = g->entries + pattern_length(g->p, b) * g->p->height;
    return g->open.bundles >= g->l->bundles || columns > g->l->columns ||
           columns * g->l->column_bytes + entries * g->l->entry_bytes > g->l->bytes;
}

static void take(struct growth *g, int64_t b)
{
    if (is_full(g, b))
        tile_close(g);
    g->entries += pattern_length(g->p, b) * g->p->height;
    if (g->l->cluster)
        g->taken[b - g->first] = 1;
    g->order.push_back((int32_t)b);
    g->open.bundles++;
    for (int64_t e = g->p->ptr[b]; e < g->p->ptr[b + 1]; e++) {
        uint64_t *slot = set_find(&g->set, g->p->ind[e]);
        if (*slot >> 32 == g->set.epoch)
            continue;
        *slot = g->set.epoch << 32 | (uint32_t)g->p->ind[e];
        g->set.count++;
        if (g->l->cluster)
            meet(g, g->p->ind[e]);
    }
}

/* The next bundle in order that is not taken and not long; end: none. */
static int64_t next_in_order(struct growth *g)
{
    while (g->next < g->end &&
           ((g->l->cluster && g->taken[g->next - g->first]) || pattern_length(g->p, g->next) > g->l->cut))
        g->next++;
    return g->next;
}

/* The bundle that adds the fewest columns, the one known longest among equals; end: none is near. */
static int64_t next_near(struct growth *g)
{
    for (int key = 0; key < KEYS; key++)
        while (g->head[key] < g->queue[key].size()) {
            int64_t b = g->queue[key][g->head[key]];
            if (!g->taken[b - g->first] && key_of(g, b) == key && pattern_length(g->p, b) <= g->l->cut)
                return b;
            g->head[key]++;
        }
    return g->end;
}

static void grow(struct growth *g)
{
    growth_init(g);
    for (;;) {
        int64_t b = g->l->cluster ? next_near(g) : g->end;
        if (b < g->end && is_full(g, b)) {
            tile_close(g); /* and begin the next one where rows are left over */
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

void tile_grow(const struct pattern *p, const struct tile_limits *l, struct tiling *t)
{
    std::vector<struct growth> chunks =
        chunks_work<struct growth>(p->m, [p, l](struct growth *g, int64_t first, int64_t end) {
            g->p = p;
            g->l = l;
            g->first = first;
            g->end = end;
            grow(g);
        });
    for (const struct growth &chunk : chunks) {
        int64_t at = (int64_t)t->order.size();
        for (struct tile tile : chunk.tile) {
            tile.bundle = (int32_t)at;
            at += tile.bundles;
            t->tile.push_back(tile);
        }
        t->order.insert(t->order.end(), chunk.order.begin(), chunk.order.end());
    }
}
