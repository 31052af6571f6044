/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue: a linked list under a mutex; cancellation is a number that only grows. */
#include "core/protocol/queue.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct command *first, *last;
    int count;
    size_t bytes;
    bool quit;
    atomic_int stopped; /* commands below this number are cancelled */
};

struct queue *queue_new(void)
{
    struct queue *q = calloc(1, sizeof *q);
    if (q) {
        pthread_mutex_init(&q->lock, NULL);
        pthread_cond_init(&q->filled, NULL);
    }
    return q;
}

void queue_free(struct queue *q)
{
    if (!q)
        return;
    for (struct command *c; (c = q->first); command_free(c))
        q->first = c->next;
    pthread_cond_destroy(&q->filled);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

bool queue_push(struct queue *q, struct command *c)
{
    pthread_mutex_lock(&q->lock);
    bool room = q->count < QUEUE_COMMANDS && q->bytes + c->size <= QUEUE_BYTES;
    if (room) {
        c->next = NULL;
        if (q->first)
            q->last->next = c;
        else
            q->first = c;
        q->last = c;
        q->count++;
        q->bytes += c->size;
        pthread_cond_signal(&q->filled);
    }
    pthread_mutex_unlock(&q->lock);
    return room;
}

/* The oldest command; NULL: none, or all are cancelled. */
static struct command *take(struct queue *q)
{
    struct command *c = q->quit ? NULL : q->first;
    if (c) {
        q->first = c->next;
        q->count--;
        q->bytes -= c->size;
    }
    return c;
}

struct command *queue_pop(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (!q->first && !q->quit)
        pthread_cond_wait(&q->filled, &q->lock);
    struct command *c = take(q);
    pthread_mutex_unlock(&q->lock);
    return c;
}

struct command *queue_pop_of(struct queue *q, uint64_t verbs)
{
    pthread_mutex_lock(&q->lock);
    struct command *c = q->first && verbs >> q->first->verb & 1 ? take(q) : NULL;
    pthread_mutex_unlock(&q->lock);
    return c;
}

void queue_stop(struct queue *q, int number)
{
    int before = atomic_load(&q->stopped);
    while (before < number && !atomic_compare_exchange_weak(&q->stopped, &before, number)) {
    }
}

void queue_quit(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->quit = true;
    atomic_store(&q->stopped, INT_MAX);
    pthread_cond_broadcast(&q->filled);
    pthread_mutex_unlock(&q->lock);
}

bool queue_cancelled(const struct queue *q, int number)
{
    return number < atomic_load(&q->stopped);
}
