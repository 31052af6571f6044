/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_command: any bytes as a line of the protocol, and its values as numbers, pairs and lists. */
#include "core/protocol/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const char *const choices[] = { "f64", "f32", NULL };
    struct command *c = command_parse((const char *)bytes, n);

    if (!c)
        return 0;
    if (c->verb == VERB_COUNT ? c->wrong.code == ERR_NONE : c->wrong.code != ERR_NONE)
        abort();
    for (int i = 0; i < c->arguments && c->verb != VERB_COUNT; i++) {
        struct err e = { 0 };
        struct list list;
        int64_t number, pair[2];
        const char *name = c->argument[i].name, *value = command_value(c, name);
        if (command_number(c, name, 1, 1000, 5, &number, &e) && (number < 1 || number > 1000))
            abort();
        command_pair(c, name, pair, &e);
        if (list_parse(name, value, 1, 64, NULL, &list, &e) && (list.count < 1 || list.count > COMMAND_LIST))
            abort();
        list_parse(name, value, 0, 1, choices, &list, &e);
    }
    command_free(c);
    return 0;
}
