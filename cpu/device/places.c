/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/device/places.h"

/* The processors of one NUMA node: first .. first+count-1 of topology.processor[]. */
struct node_group {
    int first, count, socket;
    int room, threads; /* places at the current level, and threads placed there */
};

struct deal {
    const struct topology *t;
    struct node_group group[TOPOLOGY_PROCESSORS];
    int groups;
    int rank[TOPOLOGY_PROCESSORS]; /* 0: the first usable processor of its core, 1: the second…; -1: barred */
    bool taken[TOPOLOGY_PROCESSORS];
};

/* Returns the number of usable processors. */
static int ranks_find(struct deal *d)
{
    const struct processor *p = d->t->processor;
    int usable = 0;

    for (int i = 0, next = 0; i < d->t->processors; i++) {
        next = i > 0 && p[i].core == p[i - 1].core ? next : 0;
        d->rank[i] = p[i].thread == SEAT_BARRED ? -1 : next++;
        usable += d->rank[i] >= 0;
    }
    return usable;
}

static void groups_find(struct deal *d)
{
    const struct processor *p = d->t->processor;

    for (int i = 0; i < d->t->processors; i++) {
        if (i == 0 || p[i].node != p[i - 1].node || p[i].socket != p[i - 1].socket)
            d->group[d->groups++] = (struct node_group){ .first = i, .socket = p[i].socket };
        d->group[d->groups - 1].count++;
    }
}

static int room_at(const struct deal *d, const struct node_group *g, int level)
{
    int room = 0;

    for (int i = g->first; i < g->first + g->count; i++)
        room += d->rank[i] == level;
    return room;
}

static int socket_threads(const struct deal *d, int socket)
{
    int threads = 0;

    for (int g = 0; g < d->groups; g++)
        threads += d->group[g].socket == socket ? d->group[g].threads : 0;
    return threads;
}

/* Of the groups with room, on the socket with the fewest threads, the one with the fewest; NULL: full. */
static struct node_group *group_next(struct deal *d)
{
    struct node_group *best = NULL;
    int best_socket = 0;

    for (int g = 0; g < d->groups; g++) {
        struct node_group *group = &d->group[g];
        int socket = socket_threads(d, group->socket);
        if (group->threads == group->room)
            continue;
        if (!best || socket < best_socket || (socket == best_socket && group->threads < best->threads)) {
            best = group;
            best_socket = socket;
        }
    }
    return best;
}

/* Threads take every (room / threads)-th of a group's `room` places at this level. */
static void group_take(struct deal *d, const struct node_group *g, int level)
{
    int seen = 0, taken = 0;

    for (int i = g->first; i < g->first + g->count; i++) {
        if (d->rank[i] != level)
            continue;
        if (taken < g->threads && seen == taken * g->room / g->threads) {
            d->taken[i] = true;
            taken++;
        }
        seen++;
    }
}

/* Places up to `threads` threads on processors of rank `level`; returns how many. */
static int level_deal(struct deal *d, int level, int threads)
{
    struct node_group *next;
    int dealt = 0;

    for (int g = 0; g < d->groups; g++) {
        d->group[g].room = room_at(d, &d->group[g], level);
        d->group[g].threads = 0;
    }
    for (; dealt < threads && (next = group_next(d)); dealt++)
        next->threads++;
    for (int g = 0; g < d->groups; g++)
        group_take(d, &d->group[g], level);
    return dealt;
}

int places_choose(const struct topology *t, int threads, int *place)
{
    struct deal d = { .t = t };
    int usable = ranks_find(&d), left = threads < usable ? threads : usable, next = 0;

    groups_find(&d);
    for (int level = 0; left > 0; level++)
        left -= level_deal(&d, level, left);
    for (int i = 0; i < t->processors; i++)
        if (d.taken[i])
            place[next++] = i;
    for (; usable && next < threads; next++)
        place[next] = place[next - usable];
    return usable;
}

void places_show(struct topology *t)
{
    int place[TOPOLOGY_PROCESSORS];
    int threads = t->threads < t->processors ? t->threads : t->processors;

    if (!places_choose(t, threads, place))
        return;
    for (int i = 0; i < threads; i++)
        if (t->processor[place[i]].thread == SEAT_FREE)
            t->processor[place[i]].thread = i;
}
