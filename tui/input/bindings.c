/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bindings: the user's key bindings, in addition to keys.list. */
#include "tui/input/keys.h"

#include "core/base/words.h"
#include "tui/input/options.h"

static int find(const struct bindings *b, int code)
{
    int i = 0;
    while (i < b->count && b->own[i].code != code)
        i++;
    return i;
}

const char *bindings_find(const struct bindings *b, int code)
{
    int i = find(b, code);
    return i < b->count ? b->own[i].command : NULL;
}

static bool check_command(const char *command, struct err *e)
{
    struct words w;
    if (!words_split(command, &w, e))
        return false;
    bool ok = w.count > 0 && (strchr(w.word[0], '=') || command_find(w.word[0], SCREEN) != CMD_COUNT);
    if (!ok)
        err_set(e, ERR_USAGE, "'%.60s' is no command of the screen", command);
    words_free(&w);
    return ok;
}

bool bindings_set(struct bindings *b, const char *key, const char *command, struct err *e)
{
    int code = key_code(key, strlen(key)), i = find(b, code);
    if (code <= 0 || code >= KEY_END_OF_KEYS || strlen(key) >= sizeof b->own[0].key)
        return err_set(e, ERR_USAGE, "no key is named '%.20s': it is a character, F1 to F12, Ctrl-X, Space, PgUp ...",
                       key);
    if (code == ('C' & 0x1f) || code == ':')
        return err_set(e, ERR_USAGE, "%s keeps its meaning", key);
    if (!*command) {
        if (i < b->count)
            b->own[i] = b->own[--b->count];
        return true;
    }
    if (i == BINDINGS_MAX)
        return err_set(e, ERR_USAGE, "%d keys have been given commands already", BINDINGS_MAX);
    if (strlen(command) >= sizeof b->own[0].command)
        return err_set(e, ERR_USAGE, "the command of a key has fewer than %d characters",
                       (int)sizeof b->own[0].command);
    if (!check_command(command, e))
        return false;
    b->own[i].code = code;
    snprintf(b->own[i].key, sizeof b->own[i].key, "%s", key);
    snprintf(b->own[i].command, sizeof b->own[i].command, "%s", command);
    b->count += i == b->count;
    return true;
}
