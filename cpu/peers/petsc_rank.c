/* SPDX-License-Identifier: GPL-3.0-or-later */
/* petsc_rank: one MPI rank of peer.petsc: `mpirun -n R nzscope-petsc-rank A.nzs SUM X Y K` (petsc_rows.h). Rank 0 takes
   orders from standard input, a line each, and answers each with a line that begins with "ok":
     load             takes X from its file
     run N POISON     N products between two barriers; POISON 1: Y is NaN before; ok MILLISECONDS
     store            writes Y to its file
     flush BYTES      each rank writes so many bytes, which pushes everything else out of the caches
     parts N          before ok, "part LOCAL EXCHANGE ALL MESSAGES BYTES" for each rank: milliseconds, and counts,
                      of a product
   It ends with its input or its parent. A failure is a line on standard error and the end of all ranks. */
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>

#include "core/measure/measurement.h"
#include "cpu/peers/petsc_rows.h"

enum { IDLE_US = 100, ROUNDS = 5 };

static int rank_number(void)
{
    int number = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    return number;
}

void die(const char *format, ...)
{
    va_list args;
    char text[400];

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "nzscope-petsc-rank: rank %d: %s\n", rank_number(), text);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

static PetscErrorCode petsc_fails(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                  PetscErrorType type, const char *text, void *arg)
{
    (void)comm, (void)line, (void)file, (void)type, (void)arg;
    die("%s: %s", function, code == PETSC_ERR_MEM ? "out of memory" : text && *text ? text : "PETSc failed");
}

/* ---- orders ---- */

enum rank_verb { LOAD, RUN, STORE, FLUSH, PARTS, QUIT };
static const char *const verbs[] = { "load", "run", "store", "flush", "parts", "quit" };

struct rank_order {
    enum rank_verb verb;
    long long count;
    int poison;
};

static struct rank_order order_read(void)
{
    char line[200], word[16] = "";
    struct rank_order o = { .verb = QUIT };

    if (fgets(line, sizeof line, stdin) && sscanf(line, "%15s %lld %d", word, &o.count, &o.poison) >= 1)
        for (o.verb = LOAD; o.verb < QUIT && strcmp(word, verbs[o.verb]) != 0;)
            o.verb++;
    return o;
}

/* Ranks sleep while they wait for an order: MPI would busy-wait on their processors while other kernels run. */
static struct rank_order order_next(void)
{
    struct rank_order o = { .verb = QUIT };
    MPI_Request request;
    int done = 0;

    if (rank_number() == 0)
        o = order_read();
    MPI_Ibcast(&o, sizeof o, MPI_BYTE, 0, PETSC_COMM_WORLD, &request);
    for (;;) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (done)
            return o;
        usleep(IDLE_US);
    }
}

static void answer(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (rank_number() == 0) {
        vprintf(format, args);
        fflush(stdout);
    }
    va_end(args);
}

/* ---- times ---- */

/* Milliseconds of n runs of one product, or of two in turn, from barrier to barrier; *own: until this rank was done. */
static double time_of(struct product *one, struct product *two, long long n, double *own)
{
    MPI_Barrier(PETSC_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (long long i = 0; i < n; i++) {
        product_run(one);
        if (two)
            product_run(two);
    }
    *own = 1e3 * (MPI_Wtime() - begin);
    MPI_Barrier(PETSC_COMM_WORLD);
    return 1e3 * (MPI_Wtime() - begin);
}

/* The slowest rank's. */
static void run(struct petsc_rows *r, const struct rank_order *o)
{
    double own, slowest = 0;

    if (o->poison)
        rows_poison(r);
    const double ms = time_of(&r->whole, NULL, o->count, &own);
    MPI_Reduce(&ms, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, PETSC_COMM_WORLD);
    answer("ok %.17g\n", slowest);
}

/* Messages and bytes that this rank sends and receives in a product. */
static void count_messages(struct petsc_rows *r, double count[2])
{
    PetscEventPerfInfo info = { 0 };
    PetscLogEvent event;
    PetscLogStage stage;

    PetscLogDefaultBegin();
    PetscLogEventRegister("product", MAT_CLASSID, &event);
    PetscLogEventBegin(event, 0, 0, 0, 0);
    product_run(&r->whole);
    PetscLogEventEnd(event, 0, 0, 0, 0);
    PetscLogStageGetId("Main Stage", &stage);
    PetscLogEventGetPerfInfo(stage, event, &info);
    count[0] = info.numMessages;
    count[1] = info.messageLength;
}

static void parts(struct petsc_rows *r, const struct rank_order *o)
{
    enum { LOCAL, EXCHANGE, ALL, MESSAGES, BYTES, FIGURES };
    double ms[ALL + 1][ROUNDS], own, part[FIGURES];
    int ranks;

    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    double *all = calloc((size_t)ranks, sizeof part);
    if (!all)
        die("out of memory");
    rows_split(r);
    for (int i = 0; i < ROUNDS; i++) {
        ms[ALL][i] = time_of(&r->whole, NULL, o->count, &own);
        MPI_Allreduce(MPI_IN_PLACE, &ms[ALL][i], 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
        time_of(&r->inner, &r->outer, o->count, &ms[LOCAL][i]);
        time_of(&r->exchange, NULL, o->count, &ms[EXCHANGE][i]);
    }
    for (int i = LOCAL; i <= ALL; i++)
        part[i] = measure_median(ms[i], ROUNDS) / (double)o->count;
    count_messages(r, &part[MESSAGES]);
    MPI_Gather(part, FIGURES, MPI_DOUBLE, all, FIGURES, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    for (int i = 0; i < ranks; i++) {
        const double *p = &all[i * FIGURES];
        answer("part %.9g %.9g %.9g %.0f %.0f\n", p[LOCAL], p[EXCHANGE], p[ALL], p[MESSAGES], p[BYTES]);
    }
    free(all);
    answer("ok\n");
}

static void flush(size_t bytes)
{
    static volatile char *buffer;
    static size_t size;

    if (size < bytes) {
        free((void *)buffer);
        buffer = calloc(1, bytes);
        size = buffer ? bytes : 0;
    }
    for (size_t i = 0; i < size; i += 64)
        buffer[i]++;
}

static bool obey(struct petsc_rows *r, const struct rank_order *o)
{
    if (o->verb == RUN)
        run(r, o);
    else if (o->verb == PARTS)
        parts(r, o);
    else if (o->verb == LOAD)
        rows_load(r);
    else if (o->verb == STORE)
        rows_store(r);
    else if (o->verb == FLUSH)
        flush((size_t)o->count);
    if (o->verb == LOAD || o->verb == STORE || o->verb == FLUSH) {
        MPI_Barrier(PETSC_COMM_WORLD);
        answer("ok\n");
    }
    return o->verb != QUIT;
}

int main(int argc, char **argv)
{
    struct petsc_rows rows;
    struct rank_order o;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (argc != 6) {
        fprintf(stderr, "nzscope-petsc-rank: peer.petsc of nzscope starts this program\n");
        return 2;
    }
    if (PetscInitializeNoArguments())
        return 1;
    PetscPopSignalHandler();
    PetscPushErrorHandler(petsc_fails, NULL);
    if (sizeof(PetscInt) != sizeof(int32_t) || sizeof(PetscScalar) != sizeof(double))
        die("this PETSc was not built with 32-bit indices and f64 values");
    rows_open(&rows, argv[1], strtoull(argv[2], NULL, 16), argv[3], argv[4], atoll(argv[5]));
    MPI_Barrier(PETSC_COMM_WORLD);
    answer("ok\n");
    do
        o = order_next();
    while (obey(&rows, &o));
    PetscFinalize();
    return 0;
}
