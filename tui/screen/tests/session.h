/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session: the one terminal of a test, in which it types and sees. */
#pragma once

#include "core/tests/cmocka.h"
#include "tui/screen/tests/terminal.h"

static struct terminal t;

static inline int end(void **state)
{
    terminal_free(&t);
    return 0;
}

/* It is shown within a minute, enough for a slow machine. */
static inline void see(const char *text)
{
    assert_true(terminal_sees(&t, text, 60));
}

static inline bool shown(const char *text)
{
    return terminal_shows(&t, text);
}

static inline void type(const char *keys)
{
    terminal_type(&t, keys);
}

/* Types keys, upon which this is shown. */
static inline void enter(const char *keys, const char *text)
{
    type(keys);
    see(text);
}

/* Types keys upon which the program ends well. */
static inline void leave(const char *keys)
{
    type(keys);
    int status = terminal_end(&t, 5);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
