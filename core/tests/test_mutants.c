/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mutants: each mutant of the lists finds the text that it changes: files move, and lines change. */
#include <sys/wait.h>

#include "core/tests/shell.h"

static int status_of(const char *list)
{
    return WEXITSTATUS(shell_status(
        "dir=$(mktemp -d) && numbers=$(awk -f core/tools/mutate.awk %s | cut -d' ' -f1) && test -n \"$numbers\" && "
        "for n in $numbers; do awk -v only=$n -v to=\"$dir\" -f core/tools/mutate.awk %s >/dev/null || bad=1; done; "
        "rm -rf \"$dir\"; test -n \"$numbers\" && test -z \"$bad\"",
        list, list));
}

TEST(lists_fit_the_code)
{
    assert_int_equal(status_of("cpu/tools/mutants.list"), 0);
    assert_int_equal(status_of("gpu/tools/mutants.list"), 0);
}

TESTS(NULL, NULL)
