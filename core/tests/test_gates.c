/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gates: gates.awk counts pairs by their intervals, whatever their flags, and its gates can fail. */
#include "core/tests/cmocka.h"

/* What it makes of these rows: process, cell, time, both ends, flags. */
static void judges(const char *busy, const char *rows, const char *should)
{
    char command[800], said[400] = "";
    snprintf(command, sizeof command, "printf '%s' | awk -F'\t' %s -f core/tools/gates.awk", rows, busy);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    const size_t n = fread(said, 1, sizeof said - 1, f);
    assert_int_equal(pclose(f), 0);
    assert_true(n > 0);
    if (!strstr(said, should))
        fail_msg("%s is not: %s", said, should);
}

#define APART "1\\tc\\t1\\t0.9\\t1.1\\tbusy\\n2\\tc\\t2\\t1.9\\t2.1\\tbusy\\n"

TEST(gates_can_fail)
{
    judges("-v busy=1", APART, "| one processor busy | c | none told apart | 1 of 1 pairs | no |\n");
    judges("-v busy=1", "1\\tc\\t1\\t0.5\\t1.1\\tbusy\\n2\\tc\\t2\\t1\\t2.1\\tbusy\\n", "| 0 of 1 pairs | yes |\n");
    judges("", APART, "| A against A | c | 95 of 100 overlap | 0 of 1 pairs; ");
    judges("", APART "3\\tc\\t2\\t1.9\\t2.1\\t\\n", "| 1 of 3 pairs; ");
}

TESTS(NULL, NULL)
