/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_answer: below the bars on a terminal: which kernel to use, and a command that tells more. */
#include "tui/lines/bench.h"
#include "tui/lines/table.h"
#include "tui/model/flags.h"
#include "tui/verdict/answer.h"

/* "demo mul k=8 f64: " if the model has several problems. */
static int name_problem(const struct model *m, const struct model_run *r, char *out, size_t size)
{
    char name[200];
    bool several = false;
    for (int i = 0; i < m->runs; i++)
        several |= problem_differ(&m->run[i], r, ANSWER_PROBLEM) != 0;
    table_words(r->event, "matrix op k type", " ", name, sizeof name);
    return several ? snprintf(out, size, "%s: ", name) : 0;
}

/* The word for a matrix on the command line; NULL: it was open before. */
static char *word_of(const struct options *o, const char *matrix)
{
    for (int i = 0; i < o->words; i++) {
        const char *name = basename(o->word[i]);
        name += strncmp(name, "gen:", 4) == 0 ? 4 : 0;
        if (o->words == 1 || strncmp(name, matrix, strlen(matrix)) == 0)
            return o->word[i];
    }
    return o->words ? (char *)matrix : NULL;
}

bool bench_put_turns(FILE *f, int width, const struct lines *l, const struct options *o, const struct answer *a)
{
    static const enum option same[] = { OPT_DEVICE, OPT_REORDER, OPT_COLD, OPT_ENGINE, OPT_MEM_LIMIT };
    const struct model_run *r = a->best ? a->best : a->fastest;
    struct options turns = *o;
    char k[32], threads[32], one[96], other[96], both[200];
    /* one of several values cannot be named there */
    if (a->params || (a->threads && o->value[OPT_THREADS]) || !answer_turns(a, one, other))
        return false;
    if (!f)
        return true;
    char *word = word_of(o, r->matrix);
    snprintf(both, sizeof both, "%s,%s", one, other);
    table_wrap(f, width, 0, 2, "To compare two of them in turns:");
    snprintf(k, sizeof k, "%lld", (long long)r->k);
    snprintf(threads, sizeof threads, "%d", r->threads);
    memset(turns.value, 0, sizeof turns.value);
    for (size_t i = 0; i < COUNT(same); i++)
        turns.value[same[i]] = o->value[same[i]];
    turns.word = &word;
    turns.words = word != NULL;
    turns.command = CMD_bench;
    turns.value[OPT_COMPARE] = both;
    turns.value[OPT_OP] = o->value[OPT_OP] ? r->op : NULL;
    turns.value[OPT_TYPE] = o->value[OPT_TYPE] ? r->type : NULL;
    turns.value[OPT_K] = o->value[OPT_K] && r->columns ? k : NULL;
    turns.value[OPT_THREADS] = o->value[OPT_THREADS] ? threads : NULL;
    fputs("  ", f);
    options_put(f, &turns, l->context);
    putc('\n', f);
    return true;
}

void bench_put_longer(FILE *f, const struct lines *l, const struct options *o)
{
    struct options longer = *o;
    longer.value[OPT_UNTIL] = "1%";
    if (o->value[OPT_OUT] && strcmp(o->value[OPT_OUT], "-") != 0)
        longer.value[OPT_FORCE] = ""; /* overwrites the table that was too short */
    options_put(f, &longer, l->context);
}

void bench_answer(const struct lines *l, const struct options *o, const struct model *m, int width, FILE *f)
{
    struct answer a, first = { 0 };
    bool unclear = false, busy = false;
    int open = 0; /* problems that runs in turns may decide */
    for (int i = 0; i < m->runs; i++) {
        char text[1400];
        busy |= flags_has(m->run[i].flags, "busy");
        int same = 0, n = name_problem(m, &m->run[i], text, sizeof text);
        for (int j = 0; j < m->runs; j++)
            same += !problem_differ(&m->run[j], &m->run[i], ANSWER_PROBLEM);
        if (same < 2 || !answer_at(m, i, &a, text + n, sizeof text - (size_t)n))
            continue;
        table_answer(f, width, text);
        const bool turns = bench_put_turns(NULL, width, l, o, &a);
        unclear |= a.unclear && !turns;
        first = turns && open == 0 ? a : first;
        open += turns;
    }
    if (open > 0)
        bench_put_turns(f, width, l, o, &first);
    if (open > 1)
        fprintf(f, "Likewise for %d more problem%s.\n", open - 1, text_plural(open - 1));
    if (!unclear || busy || o->value[OPT_UNTIL])
        return;
    table_wrap(f, width, 0, 2, "This measures on until every spread is at most ±1%, 60 s a kernel at most:");
    fputs("  ", f);
    bench_put_longer(f, l, o);
    putc('\n', f);
}
