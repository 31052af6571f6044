/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/generate/gen_spec.h"

#include <inttypes.h>

#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/base/scrub.h"

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

int gen_spec_words(const struct generator *g, bool optional)
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
    const char *seed = strstr(spec, ":seed="), *end = seed ? seed : spec + strlen(spec), *rest = g ? g->example : "";

    for (const char *p = spec; rest && p < end; p++)
        rest = *p == ':' ? strchr(rest + 1, ':') : rest;
    rest = rest ? strchr(rest + 1, ':') : NULL;
    snprintf(out, size, "%.*s%s%s", (int)(end - spec), spec, rest && !g->make ? rest : "", end);
}

bool gen_spec_parse(const char *spec, struct gen_args *arg, char text[GEN_SPEC], struct err *e)
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
    const int needed = gen_spec_words(g, false), most = gen_spec_words(g, true);
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
    return gen_spec_parse(spec, &arg, text, e);
}

void gen_sized(const char *spec, int64_t n, char *out, size_t size)
{
    const char *name = strncmp(spec, "gen:", 4) == 0 ? spec + 4 : spec, *at = strchr(name, '@');
    snprintf(out, size, "gen:%.*s%s%" PRId64 "%s", at ? (int)(at - name) : (int)strlen(name), name, at ? "" : ":", n,
             at ? at + 1 : "");
}
