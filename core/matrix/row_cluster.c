/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_cluster: each row draws one of its columns at random, so that similar rows mostly draw the same one; rows with
   the same draw form a cluster. Clusters are linked by the columns they share, and clustered in turn. From the top
   down, the members of a cluster follow each other, those linked to earlier clusters first. */
#include "core/matrix/row_cluster.h"

#include "core/base/hash.h"
#include "core/matrix/row_links.h"
#include "core/matrix/row_reuse.h"

/* Ends at FEW linked clusters, or when less than one in SLOW joins another. First-level ones have about FIRST rows. */
enum { LEVELS = 48, FEW = 4, SLOW = 50, FIRST = 8 };

struct cluster_level {
    struct row_links links;
    struct link_clusters in;
};

struct cluster_work {
    struct cluster_level level[LEVELS];
    int levels;
    int32_t *draw; /* of each node; -1: no links */
    float *race;
};

/* self: nodes are also targets (above the rows), and a node may draw itself, weighted like its strongest link. */
static void nodes_draw(const struct row_links *l, bool self, const float *race, int32_t *draw)
{
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t i = 0; i < l->nodes; i++) {
        float best = INFINITY, most = 0;
        draw[i] = -1;
        for (int64_t p = l->ptr[i]; p < l->ptr[i + 1]; p++) {
            float w = l->weight ? (float)l->weight[p] : 1, value = race[l->ind[p]] / w;
            most = w > most ? w : most;
            if (value < best) {
                best = value;
                draw[i] = l->ind[p];
            }
        }
        if (self && draw[i] >= 0 && race[i] / most < best)
            draw[i] = (int32_t)i;
    }
}

/* Numbers clusters in the order of their first nodes; a node without links is its own. Returns how many have links. */
static int64_t clusters_number(const struct row_links *l, const int32_t *draw, int32_t *cluster,
                               struct link_clusters *c)
{
    int64_t linked = 0;
    memset(cluster, -1, (size_t)l->targets * sizeof *cluster);
    for (int64_t i = 0; i < l->nodes; i++) {
        int32_t *own = draw[i] >= 0 ? &cluster[draw[i]] : &c->up[i];
        if (own == &c->up[i] || *own < 0)
            *own = (int32_t)c->count++;
        c->up[i] = *own;
        linked += draw[i] >= 0;
    }
    return linked;
}

/* A column joins the cluster that drew it, or else that of a random one of its rows. */
static bool columns_join(const struct row_links *l, const int32_t *draw, struct link_clusters *c)
{
    uint64_t *pick = malloc(((size_t)l->targets + 1) * sizeof *pick);
    c->side = malloc(((size_t)l->targets + 1) * sizeof *c->side);
    if (!pick || !c->side) {
        free(pick);
        return false;
    }
    memset(pick, -1, (size_t)l->targets * sizeof *pick);
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t i = 0; i < l->nodes; i++) {
        const uint64_t cluster = (uint32_t)c->up[i], chance = hash_mix((uint64_t)i) >> 32 << 32 | cluster;
        for (int64_t p = l->ptr[i]; p < l->ptr[i + 1]; p++) {
            uint64_t mine = l->ind[p] == draw[i] ? cluster : chance;
            uint64_t best = __atomic_load_n(pick + l->ind[p], __ATOMIC_RELAXED);
            while (mine < best && !__atomic_compare_exchange_n(pick + l->ind[p], &best, mine, true, __ATOMIC_RELAXED,
                                                               __ATOMIC_RELAXED))
                ;
        }
    }
#pragma omp parallel for schedule(static)
    for (int64_t j = 0; j < l->targets; j++)
        c->side[j] = (int32_t)(uint32_t)pick[j];
    free(pick);
    return true;
}

/* Clusters the topmost level. *more: another level is worthwhile. */
static bool level_cluster(struct cluster_work *w, bool *more)
{
    const int top = w->levels - 1;
    const struct row_links *l = &w->level[top].links;
    struct link_clusters *c = &w->level[top].in;
    int32_t *number = malloc(((size_t)l->targets + 1) * sizeof *number);
    c->up = malloc(((size_t)l->nodes + 1) * sizeof *c->up);
    if (!number || !c->up) {
        free(number);
        return false;
    }
    row_links_race((uint64_t)top, l->targets, w->race);
    nodes_draw(l, top > 0, w->race, w->draw);
    int64_t linked = clusters_number(l, w->draw, number, c);
    *more = linked > FEW && (l->nodes - c->count) * SLOW > linked && top + 1 < LEVELS;
    free(number);
    if (top > 0)
        c->side = c->up;
    return link_clusters_fill(l->nodes, c);
}

/* ---- from the top down ---- */

struct placed {
    float at;
    int32_t node;
};

static int placed_compare(const void *x, const void *y)
{
    const struct placed *a = x, *b = y;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

/* The pull on node i, from -1 (all its links go to clusters before place `here`) to 1 (all go after it). */
static float node_pull(const struct cluster_level *l, const int32_t *place, int64_t i, int32_t here)
{
    float sum = 0, all = 0;
    for (int64_t p = l->links.ptr[i]; p < l->links.ptr[i + 1]; p++) {
        int32_t there = place[l->in.side[l->links.ind[p]]];
        float w = l->links.weight ? (float)l->links.weight[p] : 1;
        all += w;
        sum += there < here ? -w : there > here ? w : 0;
    }
    return all > 0 ? sum / all : 0;
}

static void members_place(const struct cluster_level *l, const int32_t *place, int32_t cluster, struct placed *out)
{
    const struct link_clusters *c = &l->in;
    int64_t begin = c->first[cluster], count = c->first[cluster + 1] - begin;
    for (int64_t q = 0; q < count; q++) {
        int32_t node = c->member[begin + q];
        out[q] = (struct placed){ count > 1 ? node_pull(l, place, node, place[cluster]) : 0, node };
    }
    if (count > 1)
        qsort(out, (size_t)count, sizeof *out, placed_compare);
}

/* Turns an order of the clusters into one of their members. */
static bool level_expand(const struct cluster_level *l, int32_t *order)
{
    const struct link_clusters *c = &l->in;
    int64_t *begin = malloc(((size_t)c->count + 1) * sizeof *begin);
    int32_t *place = malloc(((size_t)c->count + 1) * sizeof *place);
    struct placed *out = malloc(((size_t)l->links.nodes + 1) * sizeof *out);
    bool ok = begin && place && out;
    if (ok) {
        begin[0] = 0;
        for (int64_t k = 0; k < c->count; k++) {
            begin[k + 1] = begin[k] + c->first[order[k] + 1] - c->first[order[k]];
            place[order[k]] = (int32_t)k;
        }
#pragma omp parallel for schedule(dynamic, 256)
        for (int64_t k = 0; k < c->count; k++)
            members_place(l, place, order[k], out + begin[k]);
#pragma omp parallel for schedule(static)
        for (int64_t i = 0; i < l->links.nodes; i++)
            order[i] = out[i].node;
    }
    free(out);
    free(place);
    free(begin);
    return ok;
}

static bool is_worth(const struct csr *a, const struct link_clusters *c, double least, bool *worth, struct err *e)
{
    double there, here;
    if (!row_reuse(a, NULL, FIRST, &there, e) || !row_reuse(a, c->member, FIRST, &here, e))
        return false;
    *worth = there >= least * here;
    return true;
}

static bool levels_make(struct cluster_work *w, const struct csr *a, double least, bool *found,
                        const struct progress *p, struct err *e)
{
    bool more = true;
    *found = false;
    for (w->levels = 1;; w->levels++) {
        struct cluster_level *l = &w->level[w->levels - 1];
        if (!progress_step(p, "ordering (similar)", 0, 0, e))
            return false;
        if (w->levels > 1 && !row_links_contract(&l[-1].links, &l[-1].in, &l->links, e))
            return false;
        if (!level_cluster(w, &more))
            return err_nomem(e, "clusters of rows", 16 * (uint64_t)l->links.nodes);
        if (w->levels == 1 && !is_worth(a, &l->in, least, found, e))
            return false;
        if (*found && w->levels == 1 && !columns_join(&l->links, w->draw, &l->in))
            return err_nomem(e, "clusters of rows", 12 * (uint64_t)l->links.targets);
        if (!more || !*found)
            return true;
    }
}

static bool order_make(const struct cluster_work *w, int32_t *order, struct err *e)
{
    const struct cluster_level *l = &w->level[w->levels - 1];
    for (int64_t c = 0; c < l->in.count; c++)
        order[c] = (int32_t)c;
    for (; l >= w->level; l--)
        if (!level_expand(l, order))
            return err_nomem(e, "the order of rows", 20 * (uint64_t)l->links.nodes);
    return true;
}

static void work_free(struct cluster_work *w)
{
    for (int k = 0; k < LEVELS; k++) {
        struct link_clusters *c = &w->level[k].in;
        row_links_free(&w->level[k].links);
        if (c->side != c->up)
            free(c->side);
        free(c->up);
        free(c->first);
        free(c->member);
    }
    free(w->race);
    free(w->draw);
}

bool row_cluster(const struct csr *a, double least, int32_t *order, bool *found, const struct progress *p,
                 struct err *e)
{
    struct cluster_work w = { 0 };
    int64_t wide = a->m > a->n ? a->m : a->n;
    bool ok = false;
    *found = false;
    if (!row_links_sample(a, &w.level[0].links, e))
        return false;
    w.draw = malloc(((size_t)wide + 1) * sizeof *w.draw);
    w.race = malloc(((size_t)wide + 1) * sizeof *w.race);
    if (!w.draw || !w.race)
        err_nomem(e, "clusters of rows", 8 * (uint64_t)wide);
    else
        ok = levels_make(&w, a, least, found, p, e) && (!*found || order_make(&w, order, e));
    work_free(&w);
    return ok;
}

/* Links of rows and about as many of clusters; then arrays per row and column. */
uint64_t row_cluster_bytes(const struct csr *a)
{
    uint64_t links = 16 * (uint64_t)a->m < (uint64_t)a->nnz ? 16 * (uint64_t)a->m : (uint64_t)a->nnz;
    return size_add(size_mul(4, (uint64_t)a->nnz),
                    size_add(size_mul(12, links), size_mul(60, (uint64_t)a->m + (uint64_t)a->n)));
}
