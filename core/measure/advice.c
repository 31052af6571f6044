/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/advice.h"

#include "core/measure/interval.h"

static double product_ms(const struct place *p, bool moved)
{
    return p->time_ms + (moved ? p->moving_ms : 0);
}

int advice_best(const struct place *p, int places, bool moved)
{
    int best = -1;
    for (int i = 0; i < places; i++)
        if (p[i].ok && (best < 0 || product_ms(&p[i], moved) < product_ms(&p[best], moved)))
            best = i;
    return best;
}

int64_t advice_pays(const struct place *fast, const struct place *slow, bool moved)
{
    double gain = product_ms(slow, moved) - product_ms(fast, moved);
    double cost = fast->prepare_ms + fast->upload_ms - slow->prepare_ms - slow->upload_ms;
    if (!(gain > 0) || !(cost / gain < 1e18))
        return -1;
    return cost > 0 ? (int64_t)ceil(cost / gain) : 0;
}

static bool has_interval(const struct place *p)
{
    return p->ci_hi_ms > 0;
}

/* 5%: the same GPU twice, for example. */
bool advice_level(const struct place *p, int i, int best, bool moved)
{
    const struct place *a = &p[best], *b = &p[i];
    double a_moves = moved ? a->moving_ms : 0, b_moves = moved ? b->moving_ms : 0;
    if (!b->ok || product_ms(b, moved) < 1.05 * product_ms(a, moved))
        return b->ok;
    return interval_compare((has_interval(a) ? a->ci_lo_ms : a->time_ms) + a_moves,
                            (has_interval(a) ? a->ci_hi_ms : a->time_ms) + a_moves,
                            (has_interval(b) ? b->ci_lo_ms : b->time_ms) + b_moves,
                            (has_interval(b) ? b->ci_hi_ms : b->time_ms) + b_moves) != FASTER;
}

/* The best of the places that are slower than the best one; -1: none. */
static int second_best(const struct place *p, int places, int best, bool moved)
{
    int second = -1;
    for (int i = 0; i < places; i++)
        if (p[i].ok && !advice_level(p, i, best, moved) &&
            (second < 0 || product_ms(&p[i], moved) < product_ms(&p[second], moved)))
            second = i;
    return second;
}

/* "cpu.sell.simd,GATHER=load,1 thread" → "cpu.sell.simd (GATHER=load, 1 thread)" */
static void choice_words(const char *choice, char *out, size_t size)
{
    const int name = (int)strcspn(choice, ",");
    snprintf(out, size, "%.*s", name, choice);
    for (const char *part = choice + name; *part; part += 1 + strcspn(part + 1, ","))
        text_add(out, size, "%s%.*s", part == choice + name ? " (" : ", ", (int)strcspn(part + 1, ","), part + 1);
    text_add(out, size, choice[name] ? ")" : "");
}

/* "best on gpu0 or gpu1 with gpu.csr.equal, 12.3 times as fast as cpu, which pays from 31 products on" */
static void best_text(const struct place *p, int places, bool moved, char *text, size_t size)
{
    int best = advice_best(p, places, moved), second = second_best(p, places, best, moved);
    char choice[sizeof p->choice + 32];
    *text = '\0';
    text_add(text, size, "%s on %s", has_interval(&p[best]) ? "best" : "seems best", p[best].device);
    for (int i = 0; i < places; i++)
        if (i != best && advice_level(p, i, best, moved))
            text_add(text, size, " or %s", p[i].device);
    choice_words(p[best].choice, choice, sizeof choice);
    text_add(text, size, " with %s", choice);
    if (second >= 0) {
        int64_t after = advice_pays(&p[best], &p[second], moved);
        double times = product_ms(&p[second], moved) / product_ms(&p[best], moved);
        text_add(text, size, ", %.3g times as fast as %s", times, p[second].device);
        if (after > 0)
            text_add(text, size, ", which pays from %lld product%s on", (long long)after, text_plural(after));
    }
    for (int i = 0; i < places; i++)
        if (p[i].ok && p[i].shared && !advice_level(p, i, best, moved))
            text_add(text, size, "; sharing the rows among %s does not pay", p[i].device);
}

void advice_text(const struct place *p, int places, const char *no_gpu, char *text, size_t size)
{
    char resident[300], moved[300];
    if (advice_best(p, places, false) < 0) {
        snprintf(text, size, "no device could compute this");
        return;
    }
    if (no_gpu && places == 1) {
        choice_words(p->choice, resident, sizeof resident);
        snprintf(text, size, "the trials on %s took %s; no GPU to compare with: %s", p->device, resident, no_gpu);
        return;
    }
    best_text(p, places, false, resident, sizeof resident);
    best_text(p, places, true, moved, sizeof moved);
    if (no_gpu)
        snprintf(text, size, "%s; no GPU to compare with: %s", resident, no_gpu);
    else
        snprintf(text, size, "data in place: %s; X and Y moved each time: %s", resident, moved);
}
