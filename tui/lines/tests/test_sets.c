/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sets: sets of the catalogue as arguments; each row says whether its matrix is real. */
#include "tui/lines/tests/program.h"

#define HERE "export NZSCOPE_MATRICES=$PWD/here; mkdir -p here; "
#define BENCH HERE "$NZ bench --kernel cpu.csr.serial --samples 1 "
enum { ORIGIN = 48 };

TEST(says_what_is_absent)
{
    fails(3, "S2: 9 of 10 matrices are not on this machine (mhda416, ", BENCH "S2");
    assert_string_equal(field(line(out, 1), 0), "cage4"); /* the project's own */
    fails(3, "get S2 fetches them, --use-twins takes their twins", HERE "$NZ info S2");
    fails(3, "S3: 13 of 13 matrices are not on this machine (arxiv, ", BENCH "S3");
    fails(3, "S2 is a set of the catalogue: bench and info take it", HERE "$NZ transpose S2 -o at.mtx");
}

TEST(measures_what_is_here)
{
    write_file("mcfe.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 1\n");
    fails(3, "S2: 8 of 10 matrices are not on this machine (mhda416, ", "mkdir -p here; mv mcfe.mtx here; " BENCH "S2");
    assert_string_equal(field(line(out, 2), 0), "mcfe");
    assert_string_equal(field(line(out, 2), ORIGIN), "real");
    assert_string_equal(line(out, 3), "");
    refuses("here/mcfe.mtx", "is the matrix being opened", BENCH "S2 -o here/mcfe.mtx");
    runs("rm here/mcfe.mtx");
}

TEST(says_what_is_made_up)
{
    runs(BENCH "mcfe gen:diag:3 --use-twins");
    assert_string_equal(field(line(out, 1), 0), "twin:mcfe");
    assert_string_equal(field(line(out, 1), ORIGIN), "twin");
    assert_string_equal(field(line(out, 2), ORIGIN), "generated");
    runs("$NZ pack gen:twin:mcfe -o kept.nzs && " BENCH "kept.nzs");
    assert_string_equal(field(line(out, 1), ORIGIN), "twin");
    fails(3, "mcfe is not on this machine", BENCH "mcfe");
}

TESTS(prepare, clean)
