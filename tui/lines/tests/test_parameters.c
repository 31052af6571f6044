/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_parameters: who mistypes a kernel's parameter learns which there are, and their values. */
#include "tui/lines/tests/program.h"

#define OMP "$NZ bench gen:diag:50 --kernel cpu.csr.omp --samples 1 "

TEST(unknown_parameters)
{
    fails(2,
          "NZ_PER_CHNK: no chosen kernel has this parameter; did you mean NZ_PER_CHUNK? They have "
          "SCHEDULE=static|dynamic|guided|equal, NZ_PER_CHUNK=1..1048576, LOOP=columns|row\n",
          OMP "--set NZ_PER_CHNK=1");
    fails(2, "odd: no chosen kernel has this parameter. They have SCHEDULE, NZ_PER_CHUNK, ",
          "$NZ bench gen:diag:50 --set odd=1");
    fails(2, " more (list parameters)\n", "$NZ bench gen:diag:50 --set odd=1");
    fails(2, "They have none\n", "$NZ bench gen:diag:50 --kernel cpu.csr.serial --set LOOP=row");
    fails(2, "NZ_PER_CHUNK=0: must be from 1 to 1048576\n", OMP "--set NZ_PER_CHUNK=0");
}

TEST(two_values_in_turn)
{
    fails(2, "two values of a parameter: --compare KERNEL --set LOOP=row,columns\n", OMP "--compare LOOP=row,columns");
    shows("cpu.csr.omp --set NZ_PER_CHUNK=256,4096\n", "$NZ help bench");
}

/* Lists are bench's. */
TEST(one_value)
{
    fails(2, "--type f32,f64: advise takes one value; give the command once for each\n",
          "$NZ advise gen:diag:5 --type f32,f64");
    fails(2, "--threads 1..2: mul takes one value", "$NZ mul gen:diag:5 --threads 1..2 -o y.mtx");
    fails(2, "--reorder rcm,none: info takes one value", "$NZ info gen:diag:5 --reorder rcm,none");
}

/* A pattern needs what a name needs. */
TEST(kernels_of_a_gpu)
{
    if (run("$NZ list kernels | grep -q ^gpu") == 0)
        return;
    fails(5, "gpu.* needs a GPU, and this engine has no GPU kernels",
          "$NZ bench gen:diag:5 --kernel 'cpu.csr.omp,gpu.*'");
}

TEST(list)
{
    shows("NZ_PER_CHUNK\t1..1048576\t4096\t", "$NZ list parameters");
    shows("SCHEDULE\tstatic,dynamic,guided,equal\tdynamic\t", "$NZ list parameters");
}

TESTS(prepare, clean)
