/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shell: shell commands in tests. */
#pragma once

#include "core/tests/cmocka.h"

/* The status of the command, as from system(). */
static inline int __attribute__((format(printf, 1, 2))) shell_status(const char *format, ...)
{
    char command[1 << 13];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    return system(command);
}

#define run_shell(...) assert_int_equal(shell_status(__VA_ARGS__), 0)
