/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/model/flags.h"

#include "tui/model/figure.h"

static const struct {
    const char *flag, *words, *brief; /* brief: of those that make a comparison unclear, in 13 columns */
    bool machine;                     /* true of the whole machine, and so of most runs at a time */
} reasons[] = {
    { "busy", "the machine was busy", "busy machine", true },
    { "throttled", "the clock was throttled", NULL, false },
    { "roof", "the roof is in doubt", NULL, true },
    { "blocks", "too few blocks of samples for an interval", "few blocks", false },
    { "wide", "interval above 25%", "wide interval", false },
    { "prepare", "other programs ran while it was prepared", NULL, true },
    { "recorded", "recorded on another machine", NULL, false },
    { "crowded", "more threads than processors", NULL, false },
    { "until", "the spread is above --until", NULL, false },
};
enum { REASONS = COUNT(reasons) };

bool flags_has(const char *flags, const char *flag)
{
    for (const char *at = flags; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == strlen(flag) && strncmp(at, flag, strlen(flag)) == 0)
            return true;
    return false;
}

bool flags_row_has(const json_t *row, const char *flag)
{
    char flags[FLAGS_SIZE];
    return flags_has(flags_of(row, flags), flag);
}

const char *flags_of(const json_t *row, char out[FLAGS_SIZE])
{
    out[0] = 0;
    take_words(row, "flags", out, FLAGS_SIZE);
    return out;
}

char *flags_split(const char *flags, bool machine, char out[FLAGS_SIZE])
{
    out[0] = 0;
    for (int i = 0; i < REASONS; i++)
        if (reasons[i].machine == machine && flags_has(flags, reasons[i].flag))
            text_join(out, FLAGS_SIZE, ",", "%s", reasons[i].flag);
    return out;
}

bool flags_recorded(const struct model_run *r)
{
    return flags_has(r->flags, "recorded");
}

void flags_add_shaky(const char *flags, char *out, size_t size)
{
    for (int i = 0; i < REASONS; i++)
        if (reasons[i].brief && flags_has(flags, reasons[i].flag) && !flags_has(out, reasons[i].flag))
            text_join(out, size, ",", "%s", reasons[i].flag);
}

static void words_of(const char *flags, bool shaky, char *out, size_t size)
{
    out[0] = 0;
    for (int i = 0; i < REASONS; i++)
        if (flags_has(flags, reasons[i].flag) && (!shaky || reasons[i].brief))
            text_join(out, size, ", ", "%s", reasons[i].words);
}

void flags_words(const char *flags, char *out, size_t size)
{
    words_of(flags, false, out, size);
}

void flags_doubts(const struct model_run *r, char *out, size_t size)
{
    char words[200], name[80];
    const bool recorded = flags_recorded(r);
    take_processor(r->event, name, sizeof name);
    snprintf(out, size, "%s%s", recorded ? "recorded on " : "", !recorded ? "" : *name ? name : "another machine");
    words_of(r->flags, recorded, words, sizeof words);
    if (*words)
        text_join(out, size, ", ", "%s%s", figure_doubtful(r) ? "doubtful: " : "", words);
}

void flags_device(const struct model_run *r, char *out, size_t size)
{
    snprintf(out, size, "%s", r->device);
    if (flags_recorded(r)) {
        take_processor(r->event, out, size);
        text_add(out, size, " (recorded)");
    }
}

bool flags_shaky(const char *flags)
{
    return flags_brief(flags);
}

const char *flags_brief(const char *flags)
{
    for (int i = 0; i < REASONS; i++)
        if (reasons[i].brief && flags_has(flags, reasons[i].flag))
            return reasons[i].brief;
    return NULL;
}

const char *flags_preparing(const char *flags)
{
    return flags_has(flags, "prepare") || flags_has(flags, "busy") ? "≈" : "";
}

const char *flags_about(const char *flags)
{
    return flags_has(flags, "roof") ? "≈" : "";
}
