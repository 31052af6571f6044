/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_answer: the answer names no winner that the intervals do not show, and says against whom and from when on. */
#include "tui/verdict/tests/answers.h"

MODEL_TEST(clear_winner)
{
    answers("Nothing has been measured for this problem yet.");
    measured("peer.eigen", "cpu", 9, "");
    measured("peer.mkl", "cpu", 3.4, "");
    measured("cpu.csr.block", "cpu", 1.6, "");
    measured("cpu.bsr.block", "cpu", 1, ",'roof_frac':0.71,'prepare_ms':98");
    answers("Use cpu.bsr.block: 3.33 to 3.47× peer.mkl, 71% of the roof, pays after 164 products against "
            "cpu.csr.block, after 41 against peer.mkl. If your solver has "
            "only CSR: cpu.csr.block, 2.08 to 2.17× peer.mkl.");
    measured("gpu.csr.equal", "gpu0", 0.1, "");
    answers("Use gpu.csr.equal. It needs nothing but CSR. On cpu: cpu.bsr.block, and gpu.csr.equal is 9.80 to 11× as "
            "fast. No GPU "
            "library was run, so none is compared.");
    begin_anew();
    feed(m, "{'ev':'kernel','name':'cpu.csr.packed','op':'mul','format':'csr.packed'}");
    measured("peer.mkl", "cpu", 3, "");
    measured("cpu.csr.packed", "cpu", 1, "");
    answers("Use cpu.csr.packed: 2.94 to 3.07× peer.mkl."); /* it packs what CSR holds */
    measured("cpu.csr.block", "cpu", 1.5, "");
    answers("Use cpu.csr.packed: 2.94 to 3.07× peer.mkl. If your solver has only CSR: cpu.csr.block, 1.96 to 2.05× "
            "peer.mkl.");
}

/* Kernels whose intervals overlap share the first place; a library whose interval overlaps theirs is not beaten. */
MODEL_TEST(unclear_winner)
{
    measured("cpu.csr.block", "cpu", 1.005, "");
    measured("cpu.sell.simd", "cpu", 1, "");
    measured("cpu.csr.omp", "cpu", 2, "");
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.sell.simd. "
            "May be equalled by: cpu.csr.block. No CPU library was run, so none is compared. C compares two of them "
            "in turns (:compare cpu.sell.simd cpu.csr.block).");
    measured("peer.mkl", "cpu", 1.01, "");
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.sell.simd. "
            "May be equalled by: cpu.csr.block, peer.mkl. C compares two of them in turns (:compare cpu.sell.simd "
            "cpu.csr.block).");
}

/* A library whose interval spans a factor of a hundred was disturbed: what it may have been slower by is no advice. */
MODEL_TEST(a_ratio_without_a_far_end)
{
    measured("cpu.csr.runs", "cpu", 0.058, "");
    measured("peer.eigen", "cpu", 0.307, "");
    m->run[1].ci_lo_ms = 0.153;
    widen(13.37);
    answers("Use cpu.csr.runs: at least 2.61× peer.eigen. It needs nothing but CSR.");
}

/* A library that took ten times as long is not equal; it was too disturbed to be ruled out. */
MODEL_TEST(far_but_disturbed)
{
    measured("cpu.csr.block", "cpu", 1, "");
    measured("peer.eigen", "cpu", 10, "");
    m->run[1].ci_lo_ms = 0.9;
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block. "
            "Too disturbed to rule out: peer.eigen. C compares two of them in turns (:compare cpu.csr.block "
            "peer.eigen).");
}

/* What is said of libraries is said of the device of the best; one on another device is named once, with a ratio only
   where the intervals tell. */
MODEL_TEST(library_elsewhere)
{
    measured("cpu.csr.block", "cpu", 1, "");
    measured("peer.petsc", "mpi", 1.5, "");
    answers("Use cpu.csr.block. It needs nothing but CSR. On mpi: peer.petsc, and cpu.csr.block is 1.47 to 1.54× as "
            "fast. No CPU "
            "library was run, so none is compared.");
    m->run[1].ci_lo_ms = 0.9;
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block. "
            "May be equalled by: peer.petsc on mpi. No CPU library was run, so none is compared.");
    measured("cpu.csr.omp", "cpu", 1.001, "");
    measured("cpu.csr.merge", "cpu", 1.002, "");
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block. May "
            "be equalled by: cpu.csr.omp, cpu.csr.merge, peer.petsc on mpi. No CPU library was run, so none is "
            "compared. C compares two of them in turns (:compare cpu.csr.block cpu.csr.omp).");
    measured("cpu.csr.serial", "cpu", 1.003, "");
    measured("cpu.csr.rowreg", "cpu", 1.0035, "");
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block. "
            "May be equalled by: cpu.csr.omp, cpu.csr.merge, cpu.csr.serial and 2 more. On mpi: peer.petsc, unclear "
            "which is faster. No CPU library was run, so none is compared. C compares two of them in turns "
            "(:compare cpu.csr.block cpu.csr.omp).");
}

/* One kernel is not the one to use because it was run: what was measured is said, and under which conditions; repeating
   it compares nothing, nor does a wrong result. */
MODEL_TEST(one_kernel_alone)
{
    measured("cpu.csr.serial", "cpu", 1, ",'roof_frac':0.55,'prepare_ms':2");
    answers(
        "Only cpu.csr.serial was measured: 55% of the roof, preparing takes 2.00 ms. There is nothing to compare it "
        "with.");
    measured("cpu.csr.serial", "cpu", 0.9, ",'flags':['busy']");
    feed_run(m, "'kernel':'cpu.ell.omp','k':8,'status':'FAIL','time_ms':0.1,'ci_lo_ms':0.1,'ci_hi_ms':0.1");
    answers("Only cpu.csr.serial was measured on a busy machine. There is nothing to compare it with.");
    measured("cpu.csr.naive", "cpu", 2, "");
    answers("Use cpu.csr.serial. It needs nothing but CSR. No CPU library was run, so none is compared.");
    begin_anew(); /* what chose it has compared it */
    measured("cpu.auto", "cpu", 1, ",'choice':'cpu.csr.block','flags':['busy']");
    answers("Use cpu.csr.block. It needs nothing but CSR. Measured as cpu.auto, which took it on a busy machine; "
            "preparing includes its trials. Nothing else was measured.");
    measured("cpu.csr.block", "cpu", 0.9, "");
    answers("Use cpu.csr.block. It needs nothing but CSR. It is what cpu.auto took on a busy machine. Nothing "
            "else was measured.");
}

/* One that stores equal values once owes its speed to them. */
MODEL_TEST(repeated_values)
{
    measured("cpu.csr.runs", "cpu", 1, ",'nnz':1000,'slots':27");
    answers(
        "Only cpu.csr.runs was measured. There is nothing to compare it with. It stores equal values once: 97.3% of "
        "those of this matrix are repeated; with values that all differ it is slower.");
    begin_anew();
    measured("cpu.csr.runs", "cpu", 1, ",'nnz':1000,'slots':1000");
    answers("Only cpu.csr.runs was measured. There is nothing to compare it with.");
}

/* An order of the rows is recommended over another that ran. */
MODEL_TEST(orders)
{
    static const char rcm[] = ",'reorder':'rcm'";
    measured("cpu.csr.omp", "cpu", 1, rcm);
    answers("Only cpu.csr.omp was measured. There is nothing to compare it with. Everything ran in order rcm; the "
            "file's own order was not measured.");
    measured("cpu.csr.naive", "cpu", 2, rcm);
    answers("Use cpu.csr.omp. It needs nothing but CSR. No CPU library was run, so none is compared. Everything ran in "
            "order rcm; the file's own order was not measured.");
    measured("cpu.csr.omp", "cpu", 3, ",'reorder':'rowlen'");
    answers("Use cpu.csr.omp with the matrix in order rcm. It needs nothing but CSR. No CPU library was run, so none "
            "is compared. The file's own order was not measured.");
    measured("cpu.csr.naive", "cpu", 2, "");
    answers("Use cpu.csr.omp with the matrix in order rcm. It needs nothing but CSR. No CPU library was run, so none "
            "is compared.");
}

/* Without an interval nothing is told apart. */
MODEL_TEST(too_few)
{
    measured("cpu.csr.omp", "cpu", 2, ",'flags':['blocks']");
    widen(0);
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Too few blocks of samples for an "
            "interval: the fastest so far is cpu.csr.omp. Measure "
            "again for longer.");
}

/* As long as it is open, the simplest of those that may be the fastest is the one to use, with or without intervals. */
MODEL_TEST(meanwhile)
{
    measured("cpu.sell.simd", "cpu", 1, ",'prepare_ms':20");
    measured("cpu.ell.omp", "cpu", 1.002, ",'prepare_ms':10");
    measured("cpu.ell.serial", "cpu", 1.003, ",'prepare_ms':9"); /* a slower one must be clearly cheaper */
    answers("Not decided; meanwhile use cpu.ell.omp, which takes less to prepare. Fastest median: cpu.sell.simd, "
            "preparing takes 20.0 ms. May be equalled by: cpu.ell.omp, cpu.ell.serial. No CPU library was run, so "
            "none is compared. C compares two of them in turns (:compare cpu.sell.simd cpu.ell.omp).");
    begin_anew();
    measured("cpu.csr.merge", "cpu", 1, ",'prepare_ms':20");
    measured("cpu.csr.omp", "cpu", 1.002, ",'prepare_ms':10");
    measured("cpu.ell.omp", "cpu", 1.003, ",'prepare_ms':1");
    answers("Not decided; meanwhile use cpu.csr.omp, which takes less to prepare. Fastest median: cpu.csr.merge, "
            "preparing takes 20.0 ms. May be equalled by: cpu.csr.omp, cpu.ell.omp. No CPU library was run, so none "
            "is compared. C compares two of them in turns (:compare cpu.csr.merge cpu.csr.omp).");
    begin_anew();
    measured("cpu.sell.simd", "cpu", 1, ",'bytes':200,'flags':['blocks']");
    widen(0);
    measured("cpu.csr.omp", "cpu", 1.2, ",'bytes':300,'flags':['blocks']");
    widen(0);
    measured("cpu.csr.serial", "cpu", 9, "");
    answers("Not decided; meanwhile use cpu.sell.simd. Too few blocks of samples for an interval: the fastest so "
            "far is cpu.sell.simd. May be equalled by: cpu.csr.omp. If your solver has only CSR: cpu.csr.omp. C "
            "compares two of them in turns (:compare cpu.sell.simd cpu.csr.omp).");
}

/* Nor is it one whose preparing takes thousands of products; where all is very doubtful, that is said. */
MODEL_TEST(no_dear_stopgap)
{
    measured("peer.petsc", "mpi", 1, ",'prepare_ms':4000,'flags':['busy']");
    widen(9);
    measured("cpu.csr.omp", "cpu", 1.5, ",'prepare_ms':1,'flags':['busy']");
    widen(9);
    answers(
        "Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: peer.petsc, preparing "
        "takes ≈4.00 s. May be equalled by: cpu.csr.omp. All are very doubtful: r measures again. Other programs "
        "ran: a quieter machine may tell them apart.");
}

/* For CSR the fastest median is named, not a slower one that alone has an interval so wide as to reach the fastest. */
MODEL_TEST(csr_by_the_median)
{
    measured("cpu.bsr.block", "cpu", 1, ",'bytes':100");
    measured("cpu.csr.block", "cpu", 1.5, "");
    measured("cpu.csr.rowreg", "cpu", 1.52, "");
    m->run[2].ci_lo_ms = 0.9;
    widen(9);
    answers("Not decided; meanwhile use cpu.bsr.block. Fastest median: cpu.bsr.block. May be equalled by: "
            "cpu.csr.rowreg. If your solver has only CSR: cpu.csr.block (may be equalled by: cpu.csr.rowreg). No "
            "CPU library was run, so none is compared. C compares two of them in turns (:compare cpu.bsr.block "
            "cpu.csr.rowreg).");
}

/* Intervals that overlap leave it open, however wide they are; wrong results win nothing. */
MODEL_TEST(no_winner)
{
    measured("cpu.ell.omp", "cpu", 480, "");
    measured("cpu.csr.omp", "cpu", 0.5, ",'flags':['wide']");
    widen(1.2);
    answers("Use cpu.csr.omp. It needs nothing but CSR. No CPU library was run, so none is compared.");
    measured("cpu.sell.simd", "cpu", 1, ",'flags':['busy']");
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp. May "
            "be equalled by: cpu.sell.simd. No CPU library was run, so none is compared. C compares two of them in "
            "turns (:compare cpu.csr.omp cpu.sell.simd).");
    measured("peer.mkl", "cpu", 3.4, ",'flags':['busy']");
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp, 2.80 "
            "to 6.94× peer.mkl. May be equalled by: cpu.sell.simd. C compares two of them in turns (:compare "
            "cpu.csr.omp cpu.sell.simd).");
    forget_runs(m, 1);
    measured("cpu.auto", "cpu", 1.5, ",'choice':'cpu.csr.block,PIECES=4','params':'reorder=rcm','reorder':'rcm'");
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp. May "
            "be equalled by: cpu.sell.simd. No CPU library was run, so none is compared. C compares two of them in "
            "turns (:compare cpu.csr.omp cpu.sell.simd).");
    feed_run(m, "'kernel':'cpu.ell.omp','k':8,'status':'FAIL','time_ms':0.1,'ci_lo_ms':0.1,'ci_hi_ms':0.1");
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp. May "
            "be equalled by: cpu.sell.simd. No CPU library was run, so none is compared. C compares two of them in "
            "turns (:compare cpu.csr.omp cpu.sell.simd).");
}

/* A lower median with a wide interval wins nothing, and is not passed over in silence; nor is one without. */
MODEL_TEST(wide_and_lower)
{
    measured("cpu.csr.omp", "cpu", 1, "");
    measured("cpu.sell.simd", "cpu", 0.7, ",'flags':['wide']");
    widen(1.4);
    measured("cpu.ell.omp", "cpu", 1.005, ",'flags':['wide']");
    widen(2);
    answers("Not decided; meanwhile use cpu.sell.simd. Fastest median: cpu.sell.simd. May be equalled by: "
            "cpu.csr.omp, cpu.ell.omp. If your solver has only CSR: cpu.csr.omp. No CPU library was run, so none is "
            "compared. C compares two of them in turns (:compare cpu.sell.simd cpu.csr.omp).");
    measured("cpu.csr.merge", "cpu", 1.002, ""); /* which of those on CSR is as open as which of all */
    answers("Not decided; meanwhile use cpu.sell.simd. Fastest median: cpu.sell.simd. May be equalled by: "
            "cpu.csr.omp, cpu.csr.merge, cpu.ell.omp. If your solver has only CSR: cpu.csr.omp (may be equalled by: "
            "cpu.csr.merge). No CPU library was run, so none is compared. C compares two of them in turns (:compare "
            "cpu.sell.simd cpu.csr.omp).");
    forget_runs(m, 1);
    measured("cpu.csr.merge", "cpu", 1.3, ",'flags':['blocks']");
    widen(0);
    answers("Not decided; meanwhile use cpu.sell.simd. Fastest median: cpu.sell.simd. May be equalled by: "
            "cpu.csr.omp, cpu.ell.omp. If your solver has only CSR: cpu.csr.omp. No CPU library was run, so none is "
            "compared. C compares two of them in turns (:compare cpu.sell.simd cpu.csr.omp).");
    measured("cpu.csr.block", "cpu", 0.3, ",'flags':['blocks']");
    widen(0);
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Too few blocks of samples for an "
            "interval: the fastest so far is cpu.csr.block. Measure "
            "again for longer.");
}

/* A wide interval that ends before all others begin is no doubt about who is the fastest. */
MODEL_TEST(wide_but_first)
{
    measured("cpu.ell.omp", "cpu", 480, "");
    measured("cpu.csr.omp", "cpu", 0.3, ",'flags':['wide']");
    widen(0.6);
    answers("Use cpu.csr.omp. It needs nothing but CSR. No CPU library was run, so none is compared.");
}

/* A solver that has only CSR gets its kernel even from a busy machine; a ratio with its ends where its median does not
 * count. */
MODEL_TEST(only_csr)
{
    static const char busy[] = ",'flags':['busy']";
    measured("cpu.sell.simd", "cpu", 1, busy);
    measured("cpu.csr.block", "cpu", 2, busy);
    measured("cpu.csr.serial", "cpu", 9, busy);
    answers(
        "Use cpu.sell.simd. If your solver has only CSR: cpu.csr.block. No CPU library was run, so none is compared.");
    measured("cpu.csr.omp", "cpu", 1.5, ",'flags':['busy','wide']"); /* no reason to name a slower one */
    answers(
        "Use cpu.sell.simd. If your solver has only CSR: cpu.csr.omp. No CPU library was run, so none is compared.");
    measured("cpu.csr.rowreg", "cpu", 1.01, busy);
    measured("cpu.csr.omp", "cpu", 0.9, ",'flags':['busy','wide']");
    widen(1.2);
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp. May "
            "be equalled by: cpu.sell.simd, cpu.csr.rowreg. No CPU library was run, so none is compared. C compares "
            "two of them in turns (:compare cpu.csr.omp cpu.sell.simd).");
    forget_runs(m, 3);
    measured("cpu.bsr.block", "cpu", 0.9, "");
    measured("peer.mkl", "cpu", 3.6, "");
    answers("Use cpu.bsr.block: 3.92 to 4.09× peer.mkl. If your solver has only CSR: cpu.csr.block, 1.76 to 1.84× "
            "peer.mkl.");
    measured("cpu.csr.omp", "cpu", 3, ""); /* slower than the busy one, however much that was slowed down */
    answers("Use cpu.bsr.block: 3.92 to 4.09× peer.mkl. If your solver has only CSR: cpu.csr.block, 1.76 to 1.84× "
            "peer.mkl.");
    measured("cpu.csr.merge", "cpu", 2.01, "");
    answers("Use cpu.bsr.block: 3.92 to 4.09× peer.mkl. If your solver has only CSR: cpu.csr.block, 1.76 to 1.84× "
            "peer.mkl (may be equalled by: cpu.csr.merge). C compares two of them in turns (:compare cpu.csr.block "
            "cpu.csr.merge).");
}

/* Where times of all that is fast spread widely, the fastest by its median is not alone. */
MODEL_TEST(all_wide)
{
    static const char wide[] = ",'flags':['wide']";
    measured("cpu.ell.omp", "cpu", 900, ",'flags':['busy']");
    measured("cpu.csr.block", "cpu", 1, wide);
    widen(4);
    measured("cpu.csr.omp", "cpu", 1.1, wide);
    widen(3);
    measured("cpu.csr.naive", "cpu", 9, wide);
    widen(12);
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block. "
            "May be equalled by: cpu.csr.omp. No CPU library was run, so none is compared. C compares two of them "
            "in turns (:compare cpu.csr.block cpu.csr.omp).");
}

/* On a busy machine, those whose intervals overlap the fastest's are named, fastest first, and no others. */
MODEL_TEST(fastest_few)
{
    static const char busy[] = ",'flags':['busy']";
    measured("cpu.csr.omp", "cpu", 1.019, busy);
    measured("cpu.sell.simd", "cpu", 1.005, busy);
    measured("cpu.csr.block", "cpu", 1, busy);
    measured("cpu.csr.serial", "cpu", 1.03, busy);
    measured("peer.mkl", "cpu", 2, busy);
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block, "
            "1.96 to 2.05× peer.mkl. May be equalled by: cpu.sell.simd, cpu.csr.omp. C compares two of them in "
            "turns (:compare cpu.csr.block cpu.sell.simd).");
    measured("cpu.ell.omp", "cpu", 4, "");
    measured("cpu.csr.merge", "cpu", 1.01, busy);
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block, "
            "1.96 to 2.05× peer.mkl. May be equalled by: cpu.sell.simd, cpu.csr.merge, cpu.csr.omp. C compares two "
            "of them in turns (:compare cpu.csr.block cpu.sell.simd).");
    measured("cpu.auto", "cpu", 1.004, "");
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block, "
            "1.96 to 2.05× peer.mkl. May be equalled by: cpu.auto, cpu.sell.simd, cpu.csr.merge and 1 more. C "
            "compares two of them in turns (:compare cpu.csr.block cpu.auto).");
}

/* No more than three others are named; the rest are counted. */
MODEL_TEST(and_others)
{
    const char *const kernels[] = { "cpu.csr.omp", "cpu.sell.simd",   "cpu.csr.block", "cpu.csr.merge",
                                    "cpu.ell.omp", "cpu.csr.unroll4", "cpu.csr.naive" };
    for (int i = 0; i < 6; i++)
        measured(kernels[i], "cpu", 1 + 0.001 * i, "");
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp. May be "
            "equalled by: cpu.sell.simd, cpu.csr.block, cpu.csr.merge and 2 more. No CPU library was run, so none is "
            "compared. C compares two of them in turns (:compare cpu.csr.omp cpu.sell.simd).");
    measured(kernels[6], "cpu", 1.006, "");
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp. May be "
            "equalled by: cpu.sell.simd, cpu.csr.block, cpu.csr.merge and 3 more. No CPU library was run, so none is "
            "compared. C compares two of them in turns (:compare cpu.csr.omp cpu.sell.simd).");
    measured("cpu.csr.rowreg", "cpu", 1.001, ",'flags':['blocks']");
    widen(NAN);
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp. May "
            "be equalled by: cpu.sell.simd, cpu.csr.block, cpu.csr.merge and 3 more. 1 more is as fast by the "
            "median, but without an interval. No CPU library was run, so none is compared. C compares two of them "
            "in turns (:compare cpu.csr.omp cpu.sell.simd).");
}

/* A run without an interval does not leave the field to a slower one that has an interval. */
MODEL_TEST(outrun_without_an_interval)
{
    measured("cpu.sell.simd", "cpu", 6, "");
    m->run[m->runs - 1].ci_lo_ms = 0.002;
    measured("cpu.ell.omp", "cpu", 9, "");
    measured("cpu.csr.omp", "cpu", 0.01, ",'flags':['blocks']");
    widen(NAN);
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median with an interval: "
            "cpu.sell.simd. By the median, but without an interval, in front: cpu.csr.omp. No CPU library was run, "
            "so none is compared. C compares two of them in turns (:compare cpu.sell.simd cpu.csr.omp).");
}

/* Of kernels that are as simple, the stopgap is one that is far faster, even without an interval. */
MODEL_TEST(meanwhile_the_faster)
{
    measured("cpu.csr.unroll4", "cpu", 43, "");
    m->run[0].ci_lo_ms = 20;
    measured("cpu.csr.block", "cpu", 20, ",'flags':['blocks']");
    widen(NAN);
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median with an interval: "
            "cpu.csr.unroll4. By the median, but without an interval, in front: cpu.csr.block. No CPU library was "
            "run, so none is compared. C compares two of them in turns (:compare cpu.csr.unroll4 cpu.csr.block).");
}

/* The share is of the bound that applies, as the engine has it: where the arithmetic peaks first, of that. */
MODEL_TEST(share_of_the_bound)
{
    measured("cpu.ell.omp", "cpu", 9, "");
    measured("cpu.csr.omp", "cpu", 1, ",'roof_frac':0.6");
    answers("Use cpu.csr.omp: 60% of the roof. It needs nothing but CSR. No CPU library was run, so none is compared.");
    measured("cpu.csr.omp", "cpu", 0.8, ",'roof':'peak','level':'L2','roof_frac':0.62");
    answers("Use cpu.csr.omp: 62% of the peak of arithmetic. It needs nothing but CSR. No CPU library was run, so none "
            "is compared.");
    measured("cpu.csr.omp", "cpu", 0.6, ",'roof_frac':4.39");
    answers("Use cpu.csr.omp: beyond its roof, which was measured too low. It needs nothing but CSR. No CPU library "
            "was run, so none is compared.");
}

/* The candidates are those that the bars mark, libraries among them, but for the one that the ratio is to. */
MODEL_TEST(candidates)
{
    const struct model_run *run[3];
    enum standing standing[3];
    bool candidate[3];
    measured("cpu.csr.omp", "cpu", 1, "");
    measured("peer.mkl", "cpu", 1.001, "");
    measured("peer.librsb", "cpu", 1.01, "");
    for (int i = 0; i < 3; i++)
        run[i] = &m->run[i];
    standing_runs(run, 3, standing, candidate);
    for (int i = 0; i < 3; i++)
        assert_true(standing[i] == STANDING_LEVEL && candidate[i]);
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp. May "
            "be equalled by: peer.mkl, peer.librsb. C compares two of them in turns (:compare cpu.csr.omp peer.mkl).");
}

/* What preparing costs is always told: regained after so many products, or as long as so many. */
MODEL_TEST(preparing)
{
    measured("cpu.csr.serial", "cpu", 1,
             ",'prepare_ms':2"); /* the base itself pays off against no other serial kernel */
    measured("cpu.csr.naive", "cpu", 2, ",'prepare_ms':1");
    m->run[1].serial = true;
    answers("Use cpu.csr.serial, preparing takes 2.00 ms. It needs nothing but CSR. No CPU library was run, so none is "
            "compared.");
    begin_anew();
    measured("cpu.ell.omp", "cpu", 9, "");
    measured("cpu.csr.omp", "cpu", 1, ",'prepare_ms':2");
    answers("Use cpu.csr.omp, preparing takes 2.00 ms. It needs nothing but CSR. No CPU library was run, so none is "
            "compared.");
    measured("cpu.csr.serial", "cpu", 1.5, ",'prepare_ms':0.6");
    answers("Use cpu.csr.omp, pays after 4 products against cpu.csr.serial. It needs nothing but CSR. No CPU library "
            "was run, so none is compared.");
    measured("cpu.csr.omp", "cpu", 1, ",'prepare_ms':1"); /* it had been stretched */
    answers("Use cpu.csr.omp, pays after 2 products against cpu.csr.serial. It needs nothing but CSR. No CPU library "
            "was run, so none is compared.");
    forget_runs(m, 1);
    measured("peer.mkl", "cpu", 1.2, ",'prepare_ms':0.25"); /* 1.75 ms in 8.75 products, 2 ms in 4 */
    answers("Use cpu.csr.omp: 1.17 to 1.23× peer.mkl, pays after 4 products against cpu.csr.serial, after 9 against "
            "peer.mkl. It needs nothing but CSR.");
    m->run[3].ci_lo_ms = 1;
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp, pays "
            "after 4 products against cpu.csr.serial. May be equalled by: peer.mkl. C compares two of them in turns "
            "(:compare cpu.csr.omp peer.mkl).");
    forget_runs(m, 1);
    measured("cpu.sell.simd", "cpu", 0.6, ",'prepare_ms':541,'upload_ms':9,'roof_frac':0.5,'flags':['busy']");
    widen(2);
    answers("Not decided; meanwhile use cpu.sell.simd. Fastest median: cpu.sell.simd, ≈50% of the roof, preparing "
            "and uploading take ≈550 ms, some 550 products of cpu.csr.omp. May be equalled by: cpu.csr.omp. If your "
            "solver has only CSR: cpu.csr.omp. No CPU library was run, so none is compared. C compares two of them "
            "in turns (:compare cpu.sell.simd cpu.csr.omp).");
    begin_anew();
    measured("cpu.csr.omp", "cpu", 1, ",'prepare_ms':1.5,'roof_frac':0.5");
    measured("peer.mkl", "cpu", 2, ",'prepare_ms':3");
    answers("Use cpu.csr.omp: 1.96 to 2.05× peer.mkl, 50% of the roof, pays at once against peer.mkl. It needs nothing "
            "but CSR.");
    m->run[1].ci_lo_ms = 1; /* whether it is faster than the library is open */
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp, 50% "
            "of the roof, preparing takes 1.50 ms, less than one product of peer.mkl. May be equalled by: peer.mkl. "
            "C compares two of them in turns (:compare cpu.csr.omp peer.mkl).");
    begin_anew(); /* other kernels on CSR than the loop are prepared and uploaded, too */
    measured("gpu.sell.sorted", "gpu0", 1, ",'prepare_ms':10,'upload_ms':2");
    measured("gpu.csr.equal", "gpu0", 2, ",'prepare_ms':1,'upload_ms':2");
    answers("Use gpu.sell.sorted, pays after 9 products against gpu.csr.equal. If your solver has only CSR: "
            "gpu.csr.equal. No GPU library was run, so none is compared.");
    begin_anew();
    measured("cpu.sell.simd", "cpu", 0.904, ",'prepare_ms':53.4");
    measured("cpu.csr.block", "cpu", 1.129, ",'prepare_ms':46.3");
    answers("Use cpu.sell.simd, pays after 32 products against cpu.csr.block. If your solver has only CSR: "
            "cpu.csr.block. No CPU library was run, so none is compared.");
    measured("cpu.csr.block", "cpu", 1.13, ",'prepare_ms':60"); /* it was stretched */
    measured("cpu.sell.simd", "cpu", 3,
             ",'params':'SIGMA=1','changed':'SIGMA=1','prepare_ms':1"); /* another preparing */
    answers("Use cpu.sell.simd, pays after 32 products against cpu.csr.block. If your solver has only CSR: "
            "cpu.csr.block. No CPU library was run, so none is compared.");
    m->run[0].prepare_ms = 40;
    answers("Use cpu.sell.simd, pays at once against cpu.csr.block. If your solver has only CSR: cpu.csr.block. No CPU "
            "library was run, so none is compared.");
}

/* What is measured without an entry is the call alone. */
MODEL_TEST(nothing_to_choose)
{
    struct answer a;
    char text[400];
    measured("peer.mkl", "cpu", 3, ",'nnz':0");
    measured("cpu.csr.omp", "cpu", 1, ",'nnz':0");
    assert_true(answer_at(m, 0, &a, text, sizeof text));
    assert_string_equal(text, "The matrix has no entries: no kernel has anything to do.");
    assert_false(a.unclear);
}

TESTS(NULL, NULL)
