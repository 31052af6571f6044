/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads: how many threads this process may use, and growing a team without risking the process. */
#include "cpu/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/host.h"

int threads_default(void)
{
    int n = host_processors();
    double quota = host_quota();

    if (quota > 0 && quota < n)
        n = (int)quota + (quota > (int)quota);
    return n > 1 ? n : 1;
}

/* The size of the team that libgomp keeps since the last parallel region: surplus threads end when a team shrinks. */
static atomic_int team = 1;

static void *trial_wait(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

/* All n threads must be alive at once for the trial to say anything, so they wait at a gate. */
static int trial(int n, pthread_t *thread)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    int made = 0, error = 0;

    pthread_mutex_lock(&gate);
    while (made < n && !error) {
        error = pthread_create(&thread[made], NULL, trial_wait, &gate);
        made += !error;
    }
    pthread_mutex_unlock(&gate);
    while (made > 0)
        pthread_join(thread[--made], NULL);
    pthread_mutex_destroy(&gate);
    return error;
}

bool threads_ready(int n, struct err *e)
{
    int have = atomic_load(&team);

    if (n > have) {
        pthread_t *thread = calloc((size_t)(n - have), sizeof *thread);
        int error = thread ? trial(n - have, thread) : -1;
        free(thread);
        if (error)
            return err_set(e, ERR_MEMORY, "the system does not give %d threads (%s); ask for fewer", n,
                           error > 0 ? strerror(error) : "out of memory");
    }
    atomic_store(&team, n);
    return true;
}
