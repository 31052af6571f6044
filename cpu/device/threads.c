/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu/device/threads.h"

#include <ctype.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "cpu/device/host.h"
#include "cpu/device/places.h"

/* If the user makes OpenMP bind threads, the first one is already bound and its mask too small to count. */
int threads_default(void)
{
    int n = host_processors() > omp_get_num_procs() ? host_processors() : omp_get_num_procs();
    double quota = host_quota();

    if (quota > 0 && quota < n)
        n = (int)quota + (quota > (int)quota);
    n = n < omp_get_thread_limit() ? n : omp_get_thread_limit();
    return n > 1 ? n : 1;
}

/* The size of libgomp's team since the last parallel region; when a team shrinks, surplus threads end. */
static atomic_int team = 1;

static void *trial_wait(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/* The stack size of OpenMP's threads from the environment, in kB without a unit; 0: unset or invalid. */
static size_t stack_told(void)
{
    static const char units[] = "bkmg";
    const char *text = getenv("OMP_STACKSIZE"), *unit;
    char *end;
    text = text ? text : getenv("GOMP_STACKSIZE");
    if (!text)
        return 0;
    errno = 0;
    const unsigned long long n = strtoull(text, &end, 10);
    end += strspn(end, " \t");
    unit = strchr(units, *end ? tolower((unsigned char)*end) : 'k');
    const int shift = unit ? 10 * (int)(unit - units) : 0;
    return unit && errno == 0 && n <= SIZE_MAX >> shift ? (size_t)n << shift : 0;
}

/* A valid trial needs all n threads alive at once, waiting at a gate, with the stacks of OpenMP's threads. */
static int trial(int n, pthread_t *thread)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_attr_t as;
    int made = 0, error = pthread_attr_init(&as);
    if (error)
        return error;

    pthread_attr_setstacksize(&as, stack_told()); /* refuses too small a size, as OpenMP does */
    pthread_mutex_lock(&gate);
    while (made < n && !error) {
        error = pthread_create(&thread[made], &as, trial_wait, &gate);
        made += !error;
    }
    pthread_mutex_unlock(&gate);
    while (made > 0)
        pthread_join(thread[--made], NULL);
    pthread_mutex_destroy(&gate);
    pthread_attr_destroy(&as);
    return error;
}

static bool team_grow(int n, struct err *e)
{
    int have = atomic_load(&team);

    if (n > omp_get_thread_limit())
        return err_set(e, ERR_MEMORY, "OMP_THREAD_LIMIT allows %d thread%s, not %d", omp_get_thread_limit(),
                       text_plural(omp_get_thread_limit()), n);
    if (n > have) {
        pthread_t *thread = calloc((size_t)(n - have), sizeof *thread);
        int error = thread ? trial(n - have, thread) : -1;
        free(thread);
        if (error)
            return err_set(e, ERR_MEMORY, "the system does not grant %d threads (%s); use fewer", n,
                           error > 0 ? strerror(error) : "out of memory");
    }
    if (n > 1) /* a single thread leaves the others unchanged */
        atomic_store(&team, n);
    return true;
}

/* ---- places ---- */

/* Used only by the worker, the one thread that starts teams. */
static const struct topology *machine; /* NULL: threads are not pinned */
static int seat[TOPOLOGY_PROCESSORS];  /* the processor of thread t, modulo seats, of a team of `seats_for` */
static int seats, seats_for;
static int bound_team;                  /* the size of the bound team, thread 0 included; 0: none */
static atomic_int refused;              /* errno */
static _Thread_local int bound_to = -1; /* the processor of the calling thread */

/* The default size of teams: OpenMP's, within the quota; 0: not yet known. */
static int default_size;

static int team_default(void)
{
    if (default_size == 0) {
        int most = threads_default();
        default_size = omp_get_max_threads() < most ? omp_get_max_threads() : most;
    }
    return default_size;
}

/* Teams have the size that their results state, whatever OMP_DYNAMIC and OMP_MAX_ACTIVE_LEVELS say. */
static void team_exact(void)
{
    omp_set_dynamic(false);
    if (omp_get_max_active_levels() < 1)
        omp_set_max_active_levels(1);
}

void threads_settle(void)
{
    struct err e;

    team_exact();
    for (default_size = team_default(); default_size > 1 && !team_grow(default_size, &e);)
        default_size--;
    omp_set_num_threads(default_size);
#pragma omp parallel
    {
    }
}

static void bind_caller(int processor)
{
    if (bound_to == processor)
        return;
    if (host_bind(processor))
        bound_to = processor;
    else
        atomic_store(&refused, errno ? errno : EINVAL);
}

static void seats_choose(int n)
{
    int place[TOPOLOGY_PROCESSORS];

    seats = n < TOPOLOGY_PROCESSORS ? n : TOPOLOGY_PROCESSORS;
    if (!places_choose(machine, seats, place))
        seats = 0;
    for (int t = 0; t < seats; t++)
        seat[t] = machine->processor[place[t]].number;
    seats_for = n;
}

/* In threads that libgomp has created since the last call, `bound_to` is -1. */
static void team_bind(int n)
{
    if (seats_for != n)
        seats_choose(n);
    if (seats == 0)
        return;
    if (n == 1) {
        bind_caller(seat[0]);
        return;
    }
#pragma omp parallel num_threads(n)
    bind_caller(seat[omp_get_thread_num() % seats]);
}

bool threads_ready(int n, struct err *e)
{
    if (!team_grow(n, e))
        return false;
    if (bound_team == n)
        return true;
    team_default();
    team_exact();
    omp_set_num_threads(n);
    if (machine)
        team_bind(n);
    bound_team = n;
    return true;
}

bool threads_tried(int n, struct err *e)
{
    atomic_store(&team, 1);
    return threads_ready(n, e);
}

/* A thread's next piece, on a cache line of its own. */
struct turn {
    _Alignas(64) atomic_int next;
};

/* The first piece of thread t in a static schedule. */
static int own_first(int pieces, int threads, int t)
{
    const int more = pieces % threads;

    return pieces / threads * t + (t < more ? t : more);
}

/* A thread takes its own pieces, then the remaining ones of others. So its cached data from the previous run stay
   useful, and threads do not contend for one counter. */
static void take_turns(struct turn *turn, int threads, int pieces, void (*work)(const void *data, int piece),
                       const void *data)
{
    const int me = omp_get_thread_num();

    for (int v = 0; v < threads; v++) {
        const int t = (me + v) % threads, end = own_first(pieces, threads, t + 1);
        for (;;) {
            const int i = atomic_fetch_add_explicit(&turn[t].next, 1, memory_order_relaxed);
            if (i >= end)
                break;
            work(data, i);
        }
    }
}

bool threads_share(int threads, int pieces, void (*work)(const void *data, int piece), const void *data, struct err *e)
{
    const size_t size = (size_t)threads * sizeof(struct turn);
    struct turn *turn;

    if (!threads_ready(threads, e))
        return false;
    if (threads == 1) {
        for (int i = 0; i < pieces; i++)
            work(data, i);
        return true;
    }
    if (pieces == threads) {
#pragma omp parallel for num_threads(threads) schedule(static, 1)
        for (int i = 0; i < pieces; i++)
            work(data, i);
        return true;
    }
    if (!(turn = aligned_alloc(sizeof *turn, size)))
        return err_nomem(e, "the pieces of threads", size);
    for (int t = 0; t < threads; t++)
        atomic_init(&turn[t].next, own_first(pieces, threads, t));
#pragma omp parallel num_threads(threads)
    take_turns(turn, threads, pieces, work, data);
    free(turn);
    return true;
}

void threads_release(void)
{
    bind_caller(-1);
    omp_set_num_threads(team_default());
    bound_team = 0;
}

void threads_pin(const struct topology *t)
{
    int n = atomic_load(&team);

    if (t == machine)
        return;
    machine = t;
    seats_for = bound_team = 0;
    if (!machine) {
#pragma omp parallel num_threads(n)
        bind_caller(-1);
    }
}

bool threads_seats(int n, int *number, struct err *e)
{
    if (!threads_ready(n, e))
        return false;
#pragma omp parallel num_threads(n)
    number[omp_get_thread_num()] = sched_getcpu();
    threads_release();
    return true;
}

int threads_refused(void)
{
    return atomic_load(&refused);
}
