/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_answer_runs: several runs of a kernel: with other parameters, chosen by another kernel, in turns, repeated. */
#include "tui/verdict/tests/answers.h"

/* Runs of one kernel are told apart by their threads, their parameters, or both. */
MODEL_TEST(variants)
{
    static const char wide[] = ",'threads':2,'flags':['wide']";
    measured("cpu.sell.simd", "cpu", 1, ",'threads':1,'flags':['busy']");
    measured("cpu.sell.simd", "cpu", 0.5, wide);
    widen(1.2);
    answers("Not decided; meanwhile use cpu.sell.simd on 2 threads. Fastest median: cpu.sell.simd on 2 threads. May "
            "be equalled by: cpu.sell.simd on 1 thread. No CPU library was run, so none is compared. Other programs "
            "ran: a quieter machine may tell them apart.");
    begin_anew();
    measured("cpu.auto", "cpu", 1, ",'threads':2,'choice':'cpu.sell.simd,GATHER=load,1 thread','flags':['busy']");
    answers("Use cpu.sell.simd (GATHER=load) on 1 of 2 threads. Measured as cpu.auto, which took it on a "
            "busy machine; preparing includes its trials. Nothing else was measured.");
    measured("cpu.sell.simd", "cpu", 0.5, wide);
    widen(1.2);
    answers("Not decided; meanwhile use cpu.sell.simd on 2 threads. Fastest median: cpu.sell.simd on 2 threads. May "
            "be equalled by: cpu.sell.simd (GATHER=load) on 1 of 2 threads. No CPU library was run, so none is "
            "compared. C compares two of them in turns (:compare cpu.sell.simd cpu.auto).");
    begin_anew();
    measured("cpu.csr.omp", "cpu", 1, ",'threads':2,'params':'NZ_PER_CHUNK=256'");
    measured("cpu.csr.omp", "cpu", 1, ",'threads':2,'params':'NZ_PER_CHUNK=4096'");
    answers("Not decided; meanwhile use cpu.csr.omp (NZ_PER_CHUNK=256), which needs nothing but CSR. Fastest "
            "median: cpu.csr.omp (NZ_PER_CHUNK=256). May be equalled by: cpu.csr.omp (NZ_PER_CHUNK=4096). No CPU "
            "library was run, so none is compared.");
    measured("cpu.csr.omp", "cpu", 0.5, ",'threads':4,'params':'NZ_PER_CHUNK=4096'");
    answers("Use cpu.csr.omp (NZ_PER_CHUNK=4096) on 4 threads. It needs nothing but CSR. No CPU library was run, so "
            "none is compared.");
    begin_anew(); /* also where another kernel is the fastest */
    measured("cpu.csr.serial", "cpu", 1, "");
    measured("cpu.csr.omp", "cpu", 1.001, ",'threads':1");
    measured("cpu.csr.omp", "cpu", 1.002, ",'threads':2");
    answers("Not decided; meanwhile use cpu.csr.serial on 1 thread, which needs nothing but CSR. Fastest median: "
            "cpu.csr.serial on 1 thread. May be equalled by: cpu.csr.omp on 1 thread, cpu.csr.omp on 2 threads. No "
            "CPU library was run, so none is compared. C compares two of them in turns (:compare cpu.csr.serial "
            "cpu.csr.omp).");
}

/* A kernel that chooses runs the code of its choice: what differs between the two is no advantage of either. */
MODEL_TEST(chosen)
{
    measured("cpu.auto", "cpu", 1, ",'choice':'cpu.csr.block'");
    measured("cpu.sell.simd", "cpu", 1.1, "");
    answers("Use cpu.csr.block. It needs nothing but CSR. Measured as cpu.auto, which took it; preparing includes its "
            "trials. No CPU library was run, so none is compared.");
    measured("cpu.csr.block", "cpu", 1.2, ""); /* both runs are of it: 1 ms is the shortest median */
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block. "
            "May be equalled by: cpu.sell.simd. No CPU library was run, so none is compared. C compares two of them "
            "in turns (:compare cpu.csr.block cpu.sell.simd).");
    strcpy(m->run[0].flags, "busy"); /* a disturbed one does not count, which is said */
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.sell.simd. "
            "The median of cpu.auto → cpu.csr.block is faster, but too doubtful to count. May be equalled by: "
            "cpu.csr.block. No CPU library was run, so none is compared. C compares two of them in turns (:compare "
            "cpu.sell.simd cpu.csr.block).");
    m->run[0].flags[0] = 0;
    measured("cpu.csr.block", "cpu", 1.3, ",'params':'ROWS=3'"); /* now it is not known which was chosen */
    answers("Use cpu.csr.block. It needs nothing but CSR. Measured as cpu.auto, which took it; preparing includes its "
            "trials. No CPU library was run, so none is compared.");
    begin_anew();
    measured("cpu.auto", "cpu", 1, ",'choice':'cpu.csr.block'");
    measured("cpu.sell.simd", "cpu", 1.1, "");
    measured("cpu.csr.block", "cpu", 1.2, ",'flags':['busy']"); /* that is why it is slower */
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block. "
            "Measured as cpu.auto, which took it; preparing includes its trials. May be equalled by: cpu.sell.simd. "
            "No CPU library was run, so none is compared. C compares two of them in turns (:compare cpu.csr.block "
            "cpu.sell.simd).");
    begin_anew(); /* it chose the best: its median is of no other kernel */
    measured("cpu.auto", "cpu", 1, ",'choice':'cpu.csr.block','flags':['busy']");
    measured("cpu.csr.block", "cpu", 1.1, "");
    measured("cpu.sell.simd", "cpu", 1.105, "");
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block. "
            "May be equalled by: cpu.sell.simd. No CPU library was run, so none is compared. C compares two of them "
            "in turns (:compare cpu.csr.block cpu.sell.simd).");
}

/* Of the candidates none is clearly slower than another, however wide the first's interval is. */
MODEL_TEST(slower_than_a_candidate)
{
    measured("cpu.auto", "cpu", 13.4, ",'choice':'cpu.sell.simd'");
    measured("cpu.sell.simd", "cpu", 17, "");
    m->run[1].ci_lo_ms = 9;
    widen(32);
    measured("cpu.csr.rowreg", "cpu", 18, "");
    measured("cpu.csr.omp", "cpu", 25, "");
    answers("Not decided; meanwhile use cpu.csr.rowreg, which needs nothing but CSR. Fastest median: cpu.sell.simd. "
            "May be equalled by: cpu.csr.rowreg. No CPU library was run, so none is compared. C compares two of "
            "them in turns (:compare cpu.sell.simd cpu.csr.rowreg).");
}

/* A few products of preparing are no reason to use a slower one. */
MODEL_TEST(a_little_preparing)
{
    measured("cpu.csr.merge", "cpu", 1, ",'prepare_ms':3");
    measured("cpu.csr.omp", "cpu", 1.002, ",'prepare_ms':1");
    answers("Not decided; meanwhile use cpu.csr.merge, which needs nothing but CSR. Fastest median: cpu.csr.merge, "
            "preparing takes 3.00 ms. May be equalled by: cpu.csr.omp. No CPU library was run, so none is compared. C "
            "compares two of them in turns (:compare cpu.csr.merge cpu.csr.omp).");
}

/* What was chosen is one of those that may be as fast. */
MODEL_TEST(chosen_level)
{
    measured("cpu.csr.block", "cpu", 1, "");
    measured("cpu.csr.omp", "cpu", 1.001, "");
    measured("cpu.csr.packed", "cpu", 1.002, "");
    measured("cpu.auto", "cpu", 1.01, ",'choice':'cpu.sym.lower'");
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block. "
            "May be equalled by: cpu.csr.omp, cpu.csr.packed, cpu.sym.lower. No CPU library was run, so none is "
            "compared. C compares two of them in turns (:compare cpu.csr.block cpu.csr.omp).");
    measured("cpu.csr.merge", "cpu", 0.9, "");
    answers("Use cpu.csr.merge. It needs nothing but CSR. No CPU library was run, so none is compared.");
}

/* Of two whose intervals overlap a comparison in turns tells which is faster. */
MODEL_TEST(in_turns)
{
#define TURNS(other, verdict)                                                                                          \
    ",'flags':['busy'],'versus':'" other "','ratio':1.2,'ratio_lo':1.067,'ratio_hi':1.291,'verdict':'" verdict "'"
    measured("cpu.sell.simd", "cpu", 1, TURNS("cpu.csr.omp", "slower"));
    widen(3);
    measured("cpu.csr.omp", "cpu", 1.1, TURNS("cpu.sell.simd", "faster"));
    widen(3);
    answers("Use cpu.csr.omp. It needs nothing but CSR. In turns it was 1.06 to 1.30× cpu.sell.simd. No CPU library "
            "was run, so none is compared.");
    measured("cpu.csr.merge", "cpu", 1.2, ""); /* the others stay told apart */
    widen(3);
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Ahead in turns: cpu.csr.omp. May "
            "be equalled by: cpu.csr.merge. In turns cpu.csr.omp was 1.06 to 1.30× cpu.sell.simd. No CPU library "
            "was run, so none is compared. C compares two of them in turns (:compare cpu.csr.omp cpu.csr.merge).");
    begin_anew(); /* and tells better than two intervals by how much, also beside a library */
    measured("peer.mkl", "cpu", 3, "");
    measured("cpu.csr.merge", "cpu", 1.1, "");
    measured("cpu.csr.omp", "cpu", 1, ",'prepare_ms':28.9" TURNS("peer.mkl", "faster"));
    measured("cpu.csr.omp", "cpu", 1, ",'prepare_ms':28.9" TURNS("cpu.csr.merge", "faster"));
    answers("Use cpu.csr.omp: in turns 1.06 to 1.30× peer.mkl, pays after ≈145 products against peer.mkl. It needs "
            "nothing but CSR. In "
            "turns it was 1.06 to 1.30× cpu.csr.merge.");
    measured("cpu.csr.omp", "cpu", 1,
             ",'prepare_ms':29,'versus':'cpu.csr.merge','ratio':1,'verdict':'unclear','ratio_lo':0.93");
    m->run[1].ci_lo_ms = 0.9; /* turns that told nothing are not asked for again */
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp, in "
            "turns 1.06 to 1.30× peer.mkl, pays after ≈145 products against peer.mkl. May be equalled by: "
            "cpu.csr.merge. In turns cpu.csr.omp was at least 0.930× cpu.csr.merge. Other programs ran: a quieter "
            "machine may tell them apart.");
    measured("cpu.csr.block", "cpu", 1.3, ""); /* but those that have had none are */
    m->run[5].ci_lo_ms = 0.9;
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp, in "
            "turns 1.06 to 1.30× peer.mkl, pays after ≈145 products against peer.mkl. May be equalled by: "
            "cpu.csr.merge, cpu.csr.block. In turns cpu.csr.omp was at least 0.930× cpu.csr.merge. C compares two "
            "of them in turns (:compare cpu.csr.omp cpu.csr.block).");
    m->run[5].time_ms = 2; /* but not so far behind one that may be as fast */
    m->run[5].ci_hi_ms = 2.1;
    answers("Not decided; meanwhile use cpu.csr.omp, which needs nothing but CSR. Fastest median: cpu.csr.omp, in "
            "turns 1.06 to 1.30× peer.mkl, pays after ≈145 products against peer.mkl. May be equalled by: "
            "cpu.csr.merge, cpu.csr.block. In turns cpu.csr.omp was at least 0.930× cpu.csr.merge. Other programs ran: "
            "a quieter machine may tell them apart.");
}

/* Who was faster in turns than the fastest is the best, although a disturbed run of its own was slower than others. */
MODEL_TEST(faster_than_the_fastest)
{
    measured("cpu.csr.omp", "cpu", 1, "");
    widen(40);
    measured("cpu.sell.simd", "cpu", 2, "");
    m->run[1].ci_lo_ms = 0.5;
    measured("peer.mkl", "cpu", 30, TURNS("cpu.csr.omp", "faster"));
    m->run[2].ci_lo_ms = 0.5;
    answers("Not decided; meanwhile use peer.mkl. Ahead in turns: peer.mkl. May be equalled by: cpu.sell.simd. In "
            "turns peer.mkl was 1.06 to 1.30× cpu.csr.omp. If your solver has only CSR: cpu.csr.omp. C compares two "
            "of them in turns (:compare peer.mkl cpu.sell.simd).");
}

/* Those on CSR take turns, too, once nothing else is open, and the winner is named. */
MODEL_TEST(csr_in_turns)
{
    measured("cpu.sell.simd", "cpu", 1, "");
    measured("cpu.csr.block", "cpu", 2, "");
    measured("cpu.csr.omp", "cpu", 2.01, "");
    answers("Use cpu.sell.simd. If your solver has only CSR: cpu.csr.block (may be equalled by: cpu.csr.omp). No CPU "
            "library was run, so none is compared. C compares two of them in turns (:compare cpu.csr.block "
            "cpu.csr.omp).");
    measured("cpu.group.rows", "cpu", 1.001, ""); /* what is open of all comes first */
    answers("Not decided; meanwhile use cpu.sell.simd. Fastest median: cpu.sell.simd. May be equalled by: "
            "cpu.group.rows. If your solver has only CSR: cpu.csr.block (may be equalled by: cpu.csr.omp). No CPU "
            "library was run, so none is compared. C compares two of them in turns (:compare cpu.sell.simd "
            "cpu.group.rows).");
    forget_runs(m, 1);
    measured("cpu.csr.block", "cpu", 2, TURNS("cpu.csr.omp", "unclear"));
    answers("Use cpu.sell.simd. If your solver has only CSR: cpu.csr.block (may be equalled by: cpu.csr.omp). No CPU "
            "library was run, so none is compared.");
    measured("cpu.csr.omp", "cpu", 2.01, TURNS("cpu.csr.block", "faster"));
    answers("Use cpu.sell.simd. If your solver has only CSR: cpu.csr.omp. No CPU library was run, so none is "
            "compared.");
}

/* A chosen kernel with a run of its own is judged by that, and by what preparing it costs, not by a disturbed run of
   what chose it. */
MODEL_TEST(own_run)
{
    measured("peer.mkl", "cpu", 4, "");
    measured("cpu.csr.block", "cpu", 1, ",'prepare_ms':144");
    measured("cpu.sell.simd", "cpu", 1.3, "");
    measured("cpu.auto", "cpu", 1.2, ",'choice':'cpu.csr.block','prepare_ms':2508,'flags':['busy']");
    widen(3);
    answers("Use cpu.csr.block: 3.92 to 4.09× peer.mkl, pays after 48 products against peer.mkl. It needs nothing but "
            "CSR.");
    strcpy(m->run[1].flags, "busy");
    answers("Use cpu.csr.block: 3.92 to 4.09× peer.mkl, pays after ≈48 products against peer.mkl. It needs nothing but "
            "CSR.");
}

/* Candidates are named by their medians, also libraries for CSR, and another device only where none on it is named. */
MODEL_TEST(by_median)
{
    static const char busy[] = ",'flags':['busy']";
    feed(m, "{'ev':'kernel','name':'peer.eigen','op':'mul','format':'csr','peer':true}");
    measured("peer.petsc", "mpi", 58, busy);
    m->run[0].ci_lo_ms = 20;
    measured("cpu.group.rows", "cpu", 27.6, busy);
    widen(90);
    measured("cpu.csr.packed", "cpu", 50, busy);
    m->run[2].ci_lo_ms = 20;
    answers(
        "Not decided; meanwhile use cpu.group.rows. Fastest median: cpu.group.rows. May be equalled by: "
        "cpu.csr.packed, peer.petsc on mpi. If your solver has only CSR: cpu.csr.packed. No CPU library was run, so "
        "none is compared. C compares two of them in turns (:compare cpu.group.rows cpu.csr.packed).");
    begin_anew();
    feed(m, "{'ev':'kernel','name':'peer.eigen','op':'mul','format':'csr','peer':true}");
    measured("cpu.sell.simd", "cpu", 1, "");
    measured("cpu.csr.serial", "cpu", 3, "");
    measured("peer.eigen", "cpu", 2, "");
    answers("Use cpu.sell.simd: 1.96 to 2.05× peer.eigen. If your solver has only CSR: peer.eigen.");
}

/* Preparing is of the kernel that was chosen; the trials that took it are told apart. */
MODEL_TEST(choosing)
{
    measured("peer.mkl", "cpu", 4, "");
    measured("cpu.auto", "cpu", 1, ",'choice':'cpu.csr.block','prepare_ms':2508,'choosing_ms':2364");
    answers("Use cpu.csr.block: 3.92 to 4.09× peer.mkl, pays after 48 products against peer.mkl. It needs nothing but "
            "CSR. Measured as "
            "cpu.auto, which took it; choosing took 2.36 s besides.");
    m->run[0].ci_lo_ms = 0.5; /* it may be as fast */
    answers("Not decided; meanwhile use cpu.csr.block, which needs nothing but CSR. Fastest median: cpu.csr.block, "
            "preparing takes 144 ms, some 36 products of peer.mkl. Measured as cpu.auto, which took it; choosing "
            "took 2.36 s besides. Too disturbed to rule out: peer.mkl. C compares two of them in turns (:compare "
            "cpu.csr.block peer.mkl).");
}

/* A serial kernel that was chosen is no second one of that name, although the chooser was given more threads. */
MODEL_TEST(chosen_serial)
{
    measured("cpu.csr.serial", "cpu", 1, ",'threads':1");
    measured("cpu.auto", "cpu", 1.001, ",'threads':2,'choice':'cpu.csr.serial'");
    answers("Use cpu.csr.serial. It needs nothing but CSR. It is what cpu.auto took. Nothing else was measured.");
    measured("cpu.auto", "cpu", 0.5, ",'threads':2,'choice':'cpu.csr.omp'");
    measured("cpu.csr.omp", "cpu", 0.501, ",'threads':1");
    answers("Not decided; meanwhile use cpu.csr.omp on 2 threads, which needs nothing but CSR. Fastest median: "
            "cpu.csr.omp on 2 threads. Measured as cpu.auto, which took it; preparing includes its trials. May be "
            "equalled by: cpu.csr.omp on 1 thread. No CPU library was run, so none is compared.");
}

/* A run that was repeated is named once, and a library is not held against itself. */
MODEL_TEST(repeated)
{
    static const char busy[] = ",'threads':2,'flags':['busy']";
    measured("peer.petsc", "cpu", 1, busy);
    measured("peer.petsc", "cpu", 1.001, busy);
    measured("peer.petsc", "cpu", 0.9, ",'threads':2,'flags':['wide']");
    widen(1.2);
    measured("cpu.csr.block", "cpu", 1.004, busy);
    measured("cpu.csr.block", "cpu", 1.003, busy);
    answers("Not decided; meanwhile use peer.petsc. Fastest median: peer.petsc. May be equalled by: cpu.csr.block. "
            "If your solver has only CSR: cpu.csr.block. C compares two of them in turns (:compare peer.petsc "
            "cpu.csr.block).");
    measured("peer.petsc", "cpu", 0.8, ",'threads':2");
    measured("peer.petsc", "cpu", 0.801, ",'threads':2");
    measured("cpu.csr.block", "cpu", 0.9, ",'threads':2");
    answers("Use peer.petsc. If your solver has only CSR: cpu.csr.block.");
    measured("cpu.sell.simd", "cpu", 0.4, ",'threads':2,'params':'SIGMA=0'");
    measured("cpu.auto", "cpu", 0.401, ",'threads':2,'choice':'cpu.sell.simd'");
    answers("Use cpu.sell.simd: 1.95 to 2.05× peer.petsc. If your solver has only CSR: cpu.csr.block, and "
            "peer.petsc is 1.10 to 1.15× as fast.");
}

/* Of runs of one kernel the newest counts, unless other programs disturbed it. */
MODEL_TEST(a_rerun)
{
    char text[400];
    measured("peer.mkl", "cpu", 3, "");
    measured("cpu.csr.omp", "cpu", 1, "");
    measured("cpu.csr.omp", "cpu", 2, "");
    assert_true(answer_at(m, 0, NULL, text, sizeof text));
    assert_string_equal(text, "Use cpu.csr.omp: 1.47 to 1.54× peer.mkl. It needs nothing but CSR.");
    measured("cpu.csr.omp", "cpu", 2.5, ",'flags':['busy']");
    assert_false(answer_at(m, 1, NULL, text, sizeof text)); /* told with the first */
    assert_true(answer_at(m, 0, NULL, text, sizeof text));
    assert_string_equal(text, "Use cpu.csr.omp: 1.47 to 1.54× peer.mkl. It needs nothing but CSR.");
}

TESTS(NULL, NULL)
