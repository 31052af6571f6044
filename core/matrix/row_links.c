/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/matrix/row_links.h"

#include "core/base/ascending.h"
#include "core/base/hash.h"

/* Columns with more than HUB entries and rows with more than LONG say nothing about likeness. A row keeps about KEEP
   links. Lists are made in chunks of CHUNK nodes. */
enum { HUB = 512, LONG = 1 << 16, KEEP = 16, CHUNK = 2048 };

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

/* ---- rows and columns ---- */

/* key[j]: a random number below 2³¹ for a column of 2 .. HUB rows, else UINT32_MAX. Hubs are counted no further, so
   that threads do not contend for their counters. */
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

/* Row i keeps the columns with keys below this: KEEP / length of all. */
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

/* ---- clusters, in lists made by chunks ---- */

/* The links of CHUNK nodes, one after the other. */
struct links_chunk {
    int32_t *ind, *weight;
    int64_t count;
};

static int64_t chunks_of(int64_t nodes)
{
    return (nodes + CHUNK - 1) / CHUNK;
}

static int64_t chunk_end(int64_t nodes, int64_t chunk)
{
    return (chunk + 1) * CHUNK < nodes ? (chunk + 1) * CHUNK : nodes;
}

static bool chunk_alloc(struct links_chunk *c, int64_t most)
{
    c->ind = malloc(((size_t)most + 1) * sizeof *c->ind);
    c->weight = malloc(((size_t)most + 1) * sizeof *c->weight);
    return c->ind && c->weight;
}

static void chunks_free(struct links_chunk *chunk, int64_t nodes)
{
    for (int64_t k = 0; chunk && k < chunks_of(nodes); k++) {
        free(chunk[k].ind);
        free(chunk[k].weight);
    }
    free(chunk);
}

/* Concatenates the chunks, given the number of links of node i in out->ptr[i+1]. */
static bool chunks_join(const struct links_chunk *chunk, struct row_links *out)
{
    size_t size = links_begin(out);
    out->ind = malloc(size);
    out->weight = malloc(size);
    if (!out->ind || !out->weight)
        return false;
#pragma omp parallel for schedule(dynamic, 1)
    for (int64_t k = 0; k < chunks_of(out->nodes); k++) {
        memcpy(out->ind + out->ptr[k * CHUNK], chunk[k].ind, (size_t)chunk[k].count * sizeof *out->ind);
        memcpy(out->weight + out->ptr[k * CHUNK], chunk[k].weight, (size_t)chunk[k].count * sizeof *out->weight);
    }
    return true;
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

static int64_t links_of(const struct row_links *l, const struct link_clusters *s, int64_t begin, int64_t end)
{
    int64_t count = 0;
    for (int64_t q = s->first[begin]; q < s->first[end]; q++)
        count += l->ptr[s->member[q] + 1] - l->ptr[s->member[q]];
    return count;
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
            uint64_t at = ((uint64_t)to * 0x9E3779B97F4A7C15u) >> (64 - t->bits);
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

static bool clusters_link(const struct row_links *l, const struct link_clusters *s, struct links_chunk *chunk,
                          struct row_links *out)
{
    bool ok = true;
#pragma omp parallel reduction(&& : ok)
    {
        struct link_table t = { 0 };
#pragma omp for schedule(dynamic, 1)
        for (int64_t k = 0; k < chunks_of(s->count); k++) {
            struct links_chunk *h = &chunk[k];
            int64_t end = chunk_end(s->count, k);
            ok = ok && chunk_alloc(h, links_of(l, s, k * CHUNK, end));
            for (int64_t c = k * CHUNK; ok && c < end; c++) {
                ok = table_open(&t, links_of(l, s, c, c + 1));
                if (ok)
                    out->ptr[c + 1] = cluster_links(l, s, c, &t, h->ind + h->count, h->weight + h->count);
                h->count += out->ptr[c + 1];
            }
        }
        free(t.slot);
    }
    return ok && chunks_join(chunk, out);
}

bool row_links_contract(const struct row_links *l, const struct link_clusters *s, struct row_links *out, struct err *e)
{
    struct links_chunk *chunk = calloc((size_t)chunks_of(s->count) + 1, sizeof *chunk);
    *out = (struct row_links){ .nodes = s->count, .targets = s->count };
    out->ptr = calloc((size_t)s->count + 1, sizeof *out->ptr);
    bool ok = chunk && out->ptr && clusters_link(l, s, chunk, out);
    chunks_free(chunk, s->count);
    if (!ok)
        row_links_free(out);
    return ok || err_nomem(e, "the links of clusters", 8 * (uint64_t)l->ptr[l->nodes]);
}

/* Threads wrote a few ascending runs. */
static void members_sort(int32_t *member, int64_t count)
{
    enum { FEW = 64 };
    if (count > FEW) {
        qsort(member, (size_t)count, sizeof *member, ascending_int32);
        return;
    }
    for (int64_t i = 1; i < count; i++) {
        const int32_t node = member[i];
        int64_t at = i;
        for (; at > 0 && member[at - 1] > node; at--)
            member[at] = member[at - 1];
        member[at] = node;
    }
}

bool link_clusters_fill(int64_t nodes, struct link_clusters *c)
{
    c->first = calloc((size_t)c->count + 2, sizeof *c->first);
    c->member = malloc(((size_t)nodes + 1) * sizeof *c->member);
    if (!c->first || !c->member)
        return false;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < nodes; i++)
        __atomic_fetch_add(&c->first[c->up[i] + 2], 1, __ATOMIC_RELAXED);
    for (int64_t k = 0; k < c->count; k++)
        c->first[k + 2] += c->first[k + 1];
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < nodes; i++)
        c->member[__atomic_fetch_add(&c->first[c->up[i] + 1], 1, __ATOMIC_RELAXED)] = (int32_t)i;
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t k = 0; k < c->count; k++)
        members_sort(c->member + c->first[k], c->first[k + 1] - c->first[k]);
    return true;
}
