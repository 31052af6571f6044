/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/row_links.h"

#include "core/base/hash.h"
#include "core/matrix/reorder.h"

/* Columns with more than HUB entries and rows with more than LONG show no similarity. A row keeps about KEEP links. */
enum { HUB = 512, LONG = 1 << 16, KEEP = 16 };

void row_links_race(uint64_t seed, int64_t targets, float *race)
{
#pragma omp parallel for schedule(static)
    for (int64_t t = 0; t < targets; t++)
        race[t] = (float)-log(hash_unit(hash_at(seed, (uint64_t)t, 0)) + 0x1p-53);
}

void row_links_free(struct row_links *l)
{
    free(l->weight);
    free(l->ind);
    free(l->ptr);
    *l = (struct row_links){ 0 };
}

/* Turns counts in ptr[i+1] into ends; returns the bytes of an array of all links. */
static size_t links_begin(struct row_links *l)
{
    for (int64_t i = 0; i < l->nodes; i++)
        l->ptr[i + 1] += l->ptr[i];
    return ((size_t)l->ptr[l->nodes] + 1) * sizeof *l->ind;
}

/* key[j]: a random number below 2³¹ for a column of 2 .. HUB rows, else UINT32_MAX. Hubs are not counted further. */
static void columns_key(const struct csr *a, int32_t *rows, uint32_t *key)
{
    memset(rows, 0, (size_t)a->n * sizeof *rows);
#pragma omp parallel for schedule(static)
    for (int64_t p = 0; p < a->nnz; p++)
        if (__atomic_load_n(rows + a->ind[p], __ATOMIC_RELAXED) <= HUB)
            __atomic_fetch_add(rows + a->ind[p], 1, __ATOMIC_RELAXED);
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < a->n; j++)
        key[j] = rows[j] < 2 || rows[j] > HUB ? UINT32_MAX : (uint32_t)(hash_mix((uint64_t)j) >> 33);
}

/* Row i keeps the columns with keys below this: the fraction KEEP / length of all. */
static uint32_t keys_below(const struct csr *a, int64_t i)
{
    int64_t length = row_length(a, i);
    return length > LONG ? 0 : length <= KEEP ? 1u << 31 : (uint32_t)(((uint64_t)KEEP << 31) / (uint64_t)length);
}

static int64_t row_count(const struct csr *a, const uint32_t *key, int64_t i)
{
    const uint32_t below = keys_below(a, i);
    int64_t count = 0;
    for (int64_t p = a->ptr[i]; below > 0 && p < a->ptr[i + 1]; p++)
        count += key[a->ind[p]] < below;
    return count;
}

static bool rows_sample(const struct csr *a, const uint32_t *key, struct row_links *out)
{
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t i = 0; i < a->m; i++)
        out->ptr[i + 1] = row_count(a, key, i);
    out->ind = malloc(links_begin(out));
    if (!out->ind)
        return false;
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t i = 0; i < a->m; i++) {
        const uint32_t below = keys_below(a, i);
        for (int64_t p = a->ptr[i], to = out->ptr[i]; to < out->ptr[i + 1]; p++) {
            out->ind[to] = a->ind[p];
            to += key[a->ind[p]] < below;
        }
    }
    return true;
}

bool row_links_sample(const struct csr *a, struct row_links *out, struct err *e)
{
    uint32_t *key = malloc(((size_t)a->n + 1) * sizeof *key);
    int32_t *rows = malloc(((size_t)a->n + 1) * sizeof *rows);
    bool ok = false;
    *out = (struct row_links){ .nodes = a->m, .targets = a->n };
    out->ptr = calloc((size_t)a->m + 1, sizeof *out->ptr);
    if (key && rows && out->ptr) {
        columns_key(a, rows, key);
        ok = rows_sample(a, key, out);
    }
    free(rows);
    free(key);
    if (!ok)
        row_links_free(out);
    return ok || err_nomem(e, "the links of rows", 4 * (uint64_t)a->nnz + 8 * ((uint64_t)a->m + (uint64_t)a->n));
}

/* An open-addressing table from a linked cluster to its place in ind and weight; -1: a free slot. */
struct link_table {
    int bits, room; /* 2^bits slots in use, 2^room allocated */
    int32_t *slot;
};

static bool table_open(struct link_table *t, int64_t most)
{
    for (t->bits = 6; (int64_t)1 << t->bits < 2 * most;)
        t->bits++;
    if (t->bits > t->room) {
        free(t->slot);
        t->slot = malloc(sizeof *t->slot << t->bits);
        t->room = t->slot ? t->bits : 0;
    }
    if (t->slot)
        memset(t->slot, -1, sizeof *t->slot << t->bits);
    return t->slot;
}

/* Writes the links of cluster c to ind and weight; returns how many. */
static int64_t cluster_links(const struct row_links *l, const struct link_clusters *s, int64_t c, struct link_table *t,
                             int32_t *ind, int32_t *weight)
{
    const uint64_t mask = ((uint64_t)1 << t->bits) - 1;
    int64_t count = 0;
    for (int64_t q = s->first[c]; q < s->first[c + 1]; q++) {
        for (int64_t p = l->ptr[s->member[q]]; p < l->ptr[s->member[q] + 1]; p++) {
            int32_t to = s->side[l->ind[p]];
            if (to < 0 || to == c)
                continue;
            uint64_t at = hash_slot((uint64_t)to, t->bits);
            while (t->slot[at] >= 0 && ind[t->slot[at]] != to)
                at = (at + 1) & mask;
            if (t->slot[at] < 0) {
                ind[count] = to;
                weight[count] = 0;
                t->slot[at] = (int32_t)count++;
            }
            weight[t->slot[at]] += l->weight ? l->weight[p] : 1;
        }
    }
    return count;
}

/* Where each cluster has room for its links: as many as its members have. */
static void rooms_begin(const struct row_links *l, const struct link_clusters *s, int64_t *room)
{
    room[0] = 0;
    for (int64_t c = 0; c < s->count; c++) {
        room[c + 1] = room[c];
        for (int64_t q = s->first[c]; q < s->first[c + 1]; q++)
            room[c + 1] += l->ptr[s->member[q] + 1] - l->ptr[s->member[q]];
    }
}

/* Links every cluster within its room, and counts its links in out->ptr[c+1]. */
static bool clusters_link(const struct row_links *l, const struct link_clusters *s, const int64_t *room,
                          struct row_links *out)
{
    bool ok = true;
#pragma omp parallel reduction(&& : ok)
    {
        struct link_table t = { 0 };
#pragma omp for schedule(dynamic, 1024)
        for (int64_t c = 0; c < s->count; c++) {
            ok = ok && table_open(&t, room[c + 1] - room[c]);
            if (ok)
                out->ptr[c + 1] = cluster_links(l, s, c, &t, out->ind + room[c], out->weight + room[c]);
        }
        free(t.slot);
    }
    return ok;
}

/* Compacts the links. */
static void links_join(const int64_t *room, struct row_links *out)
{
    const size_t bytes = links_begin(out);
    for (int64_t c = 0; c < out->nodes; c++) {
        const size_t own = (size_t)(out->ptr[c + 1] - out->ptr[c]) * sizeof *out->ind;
        memmove(out->ind + out->ptr[c], out->ind + room[c], own);
        memmove(out->weight + out->ptr[c], out->weight + room[c], own);
    }
    /* harmless if shrinking fails */
    int32_t *ind = realloc(out->ind, bytes), *weight = realloc(out->weight, bytes);
    out->ind = ind ? ind : out->ind;
    out->weight = weight ? weight : out->weight;
}

bool row_links_contract(const struct row_links *l, const struct link_clusters *s, struct row_links *out, struct err *e)
{
    const size_t most = ((size_t)l->ptr[l->nodes] + 1) * sizeof *out->ind;
    int64_t *room = malloc(((size_t)s->count + 1) * sizeof *room);
    *out = (struct row_links){ .nodes = s->count, .targets = s->count };
    out->ptr = calloc((size_t)s->count + 1, sizeof *out->ptr);
    out->ind = malloc(most);
    out->weight = malloc(most);
    bool ok = room && out->ptr && out->ind && out->weight;
    if (ok) {
        rooms_begin(l, s, room);
        ok = clusters_link(l, s, room, out);
    }
    if (ok)
        links_join(room, out);
    else
        row_links_free(out);
    free(room);
    return ok || err_nomem(e, "the links of clusters", 2 * (uint64_t)most);
}

bool link_clusters_fill(int64_t nodes, struct link_clusters *c)
{
    c->first = malloc(((size_t)c->count + 1) * sizeof *c->first);
    c->member = malloc(((size_t)nodes + 1) * sizeof *c->member);
    if (!c->first || !c->member || !reorder_sort(c->up, nodes, c->count, c->member, NULL))
        return false;
#pragma omp parallel for schedule(static)
    for (int64_t q = 0; q < nodes; q++)
        if (q == 0 || c->up[c->member[q]] != c->up[c->member[q - 1]])
            c->first[c->up[c->member[q]]] = q;
    c->first[c->count] = nodes;
    return true;
}
