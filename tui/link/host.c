/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host: the name of the machine that an engine's command connects to. */
#include "tui/link/client_parts.h"

#include "core/base/scrub.h"
#include "core/base/words.h"

/* The first word that is neither an option nor an option's value. */
static const char *destination(const struct words *w)
{
    for (int i = 1; i < w->count; i++) {
        const char *word = w->word[i];
        if (strcmp(word, "--") == 0)
            return i + 1 < w->count ? w->word[i + 1] : NULL;
        if (*word != '-')
            return word;
        if (word[1] && !word[2] && strchr("BbcDEeFIiJLlmOoPpQRSWw", word[1]))
            i++;
    }
    return NULL;
}

void host_of_command(const char *command, char out[HOST_NAME])
{
    struct words w;
    out[0] = 0;
    if (!command || !words_split(command, &w, NULL))
        return;
    const char *to = w.count && strcmp(basename(w.word[0]), "ssh") == 0 ? destination(&w) : NULL;
    if (to) {
        const bool uri = strncmp(to, "ssh://", 6) == 0;
        to += uri ? 6 : 0;
        const char *at = strrchr(to, '@');
        to = at ? at + 1 : to;
        scrub_text(to, uri ? strcspn(to, ":/") : strlen(to), out, HOST_NAME);
    }
    words_free(&w);
}

void host_of_hello(const char *name, char out[HOST_NAME])
{
    char own[256] = "";
    gethostname(own, sizeof own - 1);
    out[0] = 0;
    if (name && strcmp(name, own) != 0)
        scrub_text(name, strlen(name), out, HOST_NAME);
}
