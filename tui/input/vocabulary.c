/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/vocabulary.h"

#include "core/catalog/catalog.h"
#include "core/generate/gen.h"
#include "core/measure/operation.h"
#include "tui/input/prompt.h"

void vocabulary_commands(enum context context, void (*add)(const char *))
{
    for (enum tui_command c = CMD_screen + 1; c < CMD_COUNT; c++)
        if (tui_commands[c].where & context)
            add(tui_commands[c].name);
}

void vocabulary_options(enum context context, enum tui_command c, void (*add)(const char *))
{
    char name[OPTION_TYPED];
    for (enum option i = 0; i < OPT_COUNT; i++)
        if (option_belongs(i, c) && (context == SHELL || !option_everywhere(i)))
            add(option_typed(i, name));
}

void vocabulary_kernels(const json_t *kernels, void (*add)(const char *))
{
    const json_t *k;
    JSON_EACH(k, kernels) {
        const char *name = json_string_value(json_object_get(k, "name"));
        if (name)
            add(name);
    }
}

static const json_t *parameter(const json_t *kernels, const char *name)
{
    const json_t *k, *param;
    JSON_EACH(k, kernels) {
        JSON_EACH(param, json_object_get(k, "params"))
            if (strcmp(take_string(param, "name"), name) == 0)
                return param;
    }
    return NULL;
}

void vocabulary_parameters(const json_t *kernels, void (*add)(const char *))
{
    const json_t *k, *param;
    JSON_EACH(k, kernels) {
        JSON_EACH(param, json_object_get(k, "params")) {
            char word[80];
            const char *name = take_string(param, "name");
            if (param == parameter(kernels, name) && snprintf(word, sizeof word, "%s=", name) < (int)sizeof word)
                add(word);
        }
    }
}

void vocabulary_catalogue(const char *prefix, void (*add)(const char *))
{
    struct catalog c;
    char word[128];
    if (catalog_load(&c, NULL)) {
        for (int i = 0; i < c.count; i++)
            if (snprintf(word, sizeof word, "%s%s", prefix, c.entry[i].name) < (int)sizeof word)
                add(word);
        catalog_free(&c);
    }
}

void vocabulary_generators(const char *prefix, void (*add)(const char *))
{
    char family[64];
    for (int i = 0; generators[i]; i++) {
        snprintf(family, sizeof family, "%s%s%s", prefix, generators[i]->name,
                 strchr(generators[i]->form, ':') ? ":" : "");
        add(family);
    }
}

/* Names of the catalogue come only after a first letter: there are too many. */
void vocabulary_matrices(const char *typed, void (*add)(const char *))
{
    static const char twin[] = "gen:twin:", lower[] = "lower:";
    vocabulary_generators("gen:", add);
    add(lower);
    vocabulary_catalogue("", add);
    if (strncmp(typed, twin, sizeof twin - 1) == 0)
        vocabulary_catalogue(twin, add);
    if (strncmp(typed, lower, sizeof lower - 1) == 0)
        vocabulary_catalogue(lower, add);
    add(PROMPT_PATHS);
}

void vocabulary_operations(void (*add)(const char *))
{
    for (enum op op = 0; op < OP_COUNT; op++)
        add(operations[op]->name);
}

void vocabulary_types(void (*add)(const char *))
{
    for (enum vtype type = 0; type < VT_COUNT; type++)
        add(vtype_name(type));
}

void vocabulary_orders(void (*add)(const char *))
{
#define REORDERING(id, name) add(name);
#include "core/matrix/reorderings.list"
}

void vocabulary_means(void (*add)(const char *))
{
    add("hmean");
    add("gmean");
}

void vocabulary_sets(void (*add)(const char *))
{
    static const char *const sets[] = { "S0", "S1", "S2", "S3", "S4" };
    for (size_t i = 0; i < COUNT(sets); i++)
        add(sets[i]);
}
