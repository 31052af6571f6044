/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/generate/gen.h"

#include <inttypes.h>

#include "core/base/minmax.h"
#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/base/scrub.h"
#include "core/matrix/coo.h"

/* ---- the text ---- */

enum { WORDS = GEN_ARGS + 3 };

const struct generator *const generators[] = {
#define GENERATOR(name) &gen_##name,
#include "core/generate/generators.list"
    NULL,
};

static bool no_family(const char *name, struct err *e)
{
    char near[160] = "", shown[80];

    for (const struct generator *const *g = generators; *g; g++) {
        size_t n = strlen(name);
        bool close =
            nearest_distance(name, (*g)->name) <= (n < 5 ? 1 : 2) || (n > 1 && strncmp(name, (*g)->name, n) == 0);
        if (close && strlen(near) < 100)
            text_join(near, sizeof near, ", ", "%s", (*g)->form);
    }
    scrub_text(name, strlen(name), shown, sizeof shown);
    return err_set(e, ERR_USAGE, "no generator is called '%s'; %s%s", shown, *near ? "did you mean " : "",
                   *near ? near : "nzscope list generators names all");
}

static bool bad_form(const struct generator *g, const char *why, struct err *e)
{
    return err_set(e, ERR_USAGE, "gen:%s: %s; the form is gen:%s[:seed=S], %s; for example gen:%s", g->name, why,
                   g->form, g->help, g->example);
}

/* Splits at colons, in place; returns the number of words, WORDS + 1 if there are too many. */
static int split(char *spec, char *word[WORDS])
{
    int count = 0;

    while (spec && count < WORDS)
        word[count++] = strsep(&spec, ":");
    return spec ? WORDS + 1 : count;
}

/* How many arguments the form has, with or without optional ones. */
static int words_of(const struct generator *g, bool optional)
{
    int count = 0;

    for (const char *p = g->form; *p && (optional || *p != '['); p++)
        count += *p == ':';
    return count;
}

static bool check_ranges(const struct generator *g, const struct gen_args *arg, struct err *e)
{
    const char *name = g->form;
    char most[24];

    for (int i = 0; i < arg->count; i++) {
        int64_t least = g->range[i].least, limit = g->range[i].most, value = arg->value[i];
        name = strchr(name, ':') + 1;
        int n = (int)strcspn(name, ":[]");
        if (value < least && !limit)
            return err_set(e, ERR_USAGE, "%.*s must be %" PRId64 " at least", n, name, least);
        snprintf(most, sizeof most, "%" PRId64, limit);
        if (limit && (value < least || value > (limit == GEN_ROWS ? arg->value[0] : limit)))
            return err_set(e, ERR_USAGE, "%.*s must be in %" PRId64 " .. %s; %s: %s", n, name, least,
                           limit == GEN_ROWS ? "N" : most, g->form, g->help);
    }
    return true;
}

static const struct generator *family_of(const char *spec)
{
    const size_t n = strcspn(spec, ":");

    for (const struct generator *const *g = generators; *g; g++)
        if (strncmp(spec, (*g)->name, n) == 0 && !(*g)->name[n])
            return *g;
    return NULL;
}

void gen_whole(const char *spec, char *out, size_t size)
{
    const struct generator *g = family_of(spec);
    const char *seed = strstr(spec, ":seed="), *end = seed ? seed : spec + strlen(spec), *rest = g ? g->example : NULL;

    for (const char *p = spec; rest && p < end; p++)
        rest = *p == ':' ? strchr(rest + 1, ':') : rest;
    rest = rest ? strchr(rest + 1, ':') : NULL;
    snprintf(out, size, "%.*s%s%s", (int)(end - spec), spec, rest && !g->make ? rest : "", end);
}

/* `text` receives the argument of a family that takes a word. ERR_USAGE. */
static bool parse_spec(const char *spec, struct gen_args *arg, char text[GEN_SPEC], struct err *e)
{
    char copy[GEN_SPEC], *word[WORDS] = { NULL }, why[120], shown[60];
    const struct generator *g = family_of(spec);
    int64_t seed;

    *arg = (struct gen_args){ .seed = 1 };
    gen_whole(spec, copy, sizeof copy);
    int words = split(copy, word);
    if (!g)
        return no_family(word[0], e);
    arg->family = g;
    if (words > 1 && words <= WORDS && strncmp(word[words - 1], "seed=", 5) == 0) {
        if (!number_parse(word[words - 1] + 5, &seed) || seed < 0)
            return bad_form(g, "the seed is not a whole number", e);
        arg->seed = (uint64_t)seed;
        words--;
    }
    const int needed = words_of(g, false), most = words_of(g, true);
    arg->count = words - 1;
    if (arg->count < needed || arg->count > most) {
        char from[24] = "";
        if (needed < most)
            snprintf(from, sizeof from, "%d to ", needed);
        snprintf(why, sizeof why, "%s%d argument%s, not %d", from, most, most == 1 ? " is needed" : "s are needed",
                 arg->count);
        return bad_form(g, words > WORDS ? "too many arguments" : why, e);
    }
    for (int i = 0; i < arg->count && !g->make; i++)
        if (!number_parse(word[i + 1], &arg->value[i]) || arg->value[i] < 0) {
            scrub_text(word[i + 1], strlen(word[i + 1]), shown, sizeof shown);
            snprintf(why, sizeof why, "'%s' is not a whole number", shown);
            return bad_form(g, why, e);
        }
    if (g->make)
        snprintf(text, GEN_SPEC, "%s", word[1]);
    return (check_ranges(g, arg, e) && (!g->check || g->check(arg, e))) || err_prefix(e, "gen:%s", g->name);
}

bool gen_check(const char *spec, struct err *e)
{
    struct gen_args arg;
    char text[GEN_SPEC];
    return parse_spec(spec, &arg, text, e);
}

void gen_sized(const char *spec, int64_t n, char *out, size_t size)
{
    const char *name = strncmp(spec, "gen:", 4) == 0 ? spec + 4 : spec, *at = strchr(name, '@');
    snprintf(out, size, "gen:%.*s%s%" PRId64 "%s", at ? (int)(at - name) : (int)strlen(name), name, at ? "" : ":", n,
             at ? at + 1 : "");
}

/* ---- the matrix ---- */

/* STRIDE: rows or entries generated between reports of progress. */
enum { STRIDE = 1 << 18, SMALL = 1 << 12 };

/* Writes the lengths of m rows to ptr[i + 1], or, once a has arrays, entries to where ptr says; `done` of 2m steps. */
static bool make_rows(const struct generator *g, const struct gen_args *arg, struct csr *a, int64_t *ptr, int64_t m,
                      int64_t done, const struct progress *p, struct err *e)
{
    for (int64_t lo = 0; lo < m; lo += STRIDE) {
        const int64_t hi = min64(lo + STRIDE, m);
#pragma omp parallel for schedule(dynamic, 256) if (hi - lo > SMALL)
        for (int64_t i = lo; i < hi; i++) {
            struct gen_row r = { .args = arg, .i = i };
            if (a->ind) {
                r.ind = a->ind + ptr[i];
                r.val = (double *)a->val + ptr[i];
            }
            g->row(&r);
            if (!a->ind)
                ptr[i + 1] = r.count;
        }
        if (!progress_step(p, "generating", (uint64_t)(done + lo), 2 * (uint64_t)m, e))
            return false;
    }
    return true;
}

static bool make_by_rows(const struct generator *g, const struct gen_args *arg, int64_t m, int64_t n,
                         const struct progress *p, struct matrix *a, struct err *e)
{
    int64_t *ptr = calloc((size_t)m + 1, sizeof *ptr);

    if (!ptr)
        return err_nomem(e, "the row pointers", 8 * (uint64_t)m);
    bool ok = make_rows(g, arg, &(struct csr){ 0 }, ptr, m, 0, p, e);
    for (int64_t i = 0; i < m; i++)
        ptr[i + 1] += ptr[i];
    ok = ok && csr_alloc(&a->csr, m, n, ptr[m], VT_F64, e);
    if (ok)
        memcpy(a->csr.ptr, ptr, ((size_t)m + 1) * sizeof *ptr);
    ok = ok && make_rows(g, arg, &a->csr, ptr, m, m, p, e);
    a->stored = a->csr.nnz;
    free(ptr);
    return ok;
}

static bool make_by_entries(const struct generator *g, const struct gen_args *arg, const struct gen_size *size,
                            const struct progress *p, struct matrix *a, struct err *e)
{
    int64_t count = (int64_t)size->nnz, parts = count / STRIDE + 1;
    struct coo *part = calloc((size_t)parts, sizeof *part);
    bool ok = true;

    if (!part)
        return err_nomem(e, "the entries", (uint64_t)parts * sizeof *part);
    for (int64_t c = 0; ok && c < parts; c++) {
        struct coo *x = &part[c];
        int64_t here = c + 1 == parts ? count - c * STRIDE : STRIDE;
        ok = coo_room(x, here, true, false, e);
        x->count = ok ? here : 0;
#pragma omp parallel for schedule(static) if (x->count > SMALL)
        for (int64_t k = 0; k < x->count; k++)
            g->entry(arg, c * STRIDE + k, &x->row[k], &x->col[k], &x->val[k]);
        ok = ok && progress_step(p, "generating", (uint64_t)(c * STRIDE), size->nnz, e);
    }
    a->stored = count;
    ok = ok && coo_assemble(part, parts, (int64_t)size->m, (int64_t)size->n, p, &a->csr, &a->duplicates, e);
    for (int64_t c = 0; c < parts; c++)
        coo_free(&part[c]);
    free(part);
    return ok;
}

static struct gen_size usual_size(const struct gen_args *arg)
{
    const struct generator *g = arg->family;
    uint64_t n = (uint64_t)arg->value[0], m = n;

    if (g->entry)
        return (struct gen_size){ n, (uint64_t)arg->value[1], (uint64_t)arg->value[2] };
    for (int d = 1; d < g->dimensions; d++)
        m = size_mul(m, n);
    return (struct gen_size){ m, m, size_mul(m, g->per_row ? (uint64_t)g->per_row : (uint64_t)arg->value[1]) };
}

/* Refuses what does not fit before anything is allocated. */
static bool check_size(const struct generator *g, const struct gen_size *size, uint64_t limit, struct err *e)
{
    uint64_t bytes = g->row ? size_add(size_csr(size->m, size->nnz, 8), size_mul(8, size->m))
                            : coo_peak_bytes(size->m, size->nnz, false);

    return ((size->m <= INT32_MAX && size->n <= INT32_MAX) ||
            err_set(e, ERR_MEMORY, "more %s than 2^31 - 1", size->n > INT32_MAX ? "columns" : "rows")) &&
           limit_check(bytes, limit, "the matrix", e);
}

static bool make(const struct gen_args *arg, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    const struct generator *g = arg->family;
    const struct gen_size size = g->size ? g->size(arg) : usual_size(arg);

    if (!check_size(g, &size, limit, e))
        return err_prefix(e, "gen:%s", g->name);
    a->field = arg->count > words_of(g, false) ? g->field_optional : g->field;
    scrub_text(g->what, strlen(g->what), a->title, sizeof a->title);
    return g->row ? make_by_rows(g, arg, (int64_t)size.m, (int64_t)size.n, p, a, e)
                  : make_by_entries(g, arg, &size, p, a, e);
}

bool gen_make(const char *spec, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    struct gen_args arg;
    char text[GEN_SPEC];

    *a = (struct matrix){ 0 };
    if (!parse_spec(spec, &arg, text, e))
        return false;
    const struct generator *g = arg.family;
    bool ok = g->make ? g->make(text, arg.seed, limit, p, a, e) || err_prefix(e, "gen:%s", g->name)
                      : make(&arg, limit, p, a, e);
    if (!ok)
        matrix_free(a);
    return ok;
}
