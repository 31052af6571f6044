/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_answer: the answer names no winner that the intervals do not show, and says against whom and from when on. */
#include "tui/model/tests/events.h"
#include "tui/model/tests/model_test.h"
#include "tui/verdict/answer.h"
#include "tui/verdict/standing.h"

static void begin_anew(void)
{
    model_end(NULL);
    model_begin(NULL);
}

/* Tells the model of the kernel of its newest run, of the choice of one that chooses. */
static void tell_kernel(void)
{
    char line[300], name[96];
    answer_name(&m->run[m->runs - 1], name);
    const char *format = strchr(name, '.') + 1;
    snprintf(line, sizeof line,
             "{'ev':'kernel','name':'%s','op':'mul','format':'%.*s','on':'%.3s','peer':%s,'serial':%s}", name,
             (int)strcspn(format, "."), format, model_run_device(&m->run[m->runs - 1]),
             strncmp(name, "peer.", 5) == 0 ? "true" : "false", model_names_serial(name) ? "true" : "false");
    if (model_kernel_at(m, name) == m->kernels)
        feed(m, line);
}

/* A measured run of `ms` ± 1%, with these members beside. */
static void measured(const char *kernel, const char *device, double ms, const char *more)
{
    feed_run(m, "'kernel':'%s','device':'%s','k':8,'time_ms':%.17g,'ci_lo_ms':%.17g,'ci_hi_ms':%.17g,'gflops':%.17g%s",
             kernel, device, ms, 0.99 * ms, 1.01 * ms, 1 / ms, more);
    tell_kernel();
}

/* The newest run with an interval up to `hi`. */
static void widen(double hi)
{
    m->run[m->runs - 1].ci_hi_ms = hi;
}

static void answers(const char *should)
{
    const struct model_run *run[32];
    struct answer a;
    char text[1000];
    for (int i = 0; i < m->runs; i++)
        run[i] = &m->run[i];
    answer_of(m, run, m->runs, &a);
    answer_text(&a, text, sizeof text);
    assert_string_equal(text, should);
}

MODEL_TEST(clear_winner)
{
    answers("Nothing has been measured for this problem yet.");
    measured("peer.eigen", "cpu", 9, "");
    measured("peer.mkl", "cpu", 3.4, "");
    measured("cpu.csr.block", "cpu", 1.6, "");
    measured("cpu.bsr.block", "cpu", 1, ",'roof_frac':0.71,'prepare_ms':98");
    answers("Use cpu.bsr.block: 3.33 to 3.47× peer.mkl, 71% of the roof, pays after 41 products. If your solver has "
            "only CSR: cpu.csr.block, 2.08 to 2.17× peer.mkl.");
    measured("gpu.csr.equal", "gpu0", 0.1, "");
    answers("Use gpu.csr.equal. It needs nothing but CSR. On cpu: cpu.bsr.block, 0.098 to 0.11× gpu.csr.equal. No GPU "
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
    answers(
        "Fastest measured: cpu.sell.simd. May be equalled by: cpu.csr.block. cpu.csr.block needs nothing but CSR. No "
        "CPU library was run, so none is compared. To tell them apart, in turns: :compare cpu.sell.simd cpu.csr.block");
    measured("peer.mkl", "cpu", 1.01, "");
    answers("Fastest measured: cpu.sell.simd. May be equalled by: cpu.csr.block, peer.mkl. cpu.csr.block needs nothing "
            "but CSR. To tell them apart, in turns: :compare cpu.sell.simd cpu.csr.block");
}

/* What is said of libraries is said of the device of the best; one on another device is named once, with a ratio only
   where the intervals tell. */
MODEL_TEST(library_elsewhere)
{
    measured("cpu.csr.block", "cpu", 1, "");
    measured("peer.petsc", "mpi", 1.5, "");
    answers("Use cpu.csr.block. It needs nothing but CSR. On mpi: peer.petsc, 0.65 to 0.69× cpu.csr.block. No CPU "
            "library was run, so none is compared.");
    m->run[1].ci_lo_ms = 0.9;
    answers("Fastest measured: cpu.csr.block. May be equalled by: peer.petsc on mpi. No CPU library was run, so none "
            "is compared.");
    measured("cpu.csr.omp", "cpu", 1.001, "");
    measured("cpu.csr.merge", "cpu", 1.002, "");
    answers("Fastest measured: cpu.csr.block. May be equalled by: cpu.csr.omp, cpu.csr.merge, peer.petsc on mpi. No "
            "CPU library was run, so none is compared.");
    measured("cpu.csr.serial", "cpu", 1.003, "");
    measured("cpu.csr.rowreg", "cpu", 1.0035, "");
    answers("Fastest measured: cpu.csr.block. May be equalled by: cpu.csr.omp, cpu.csr.merge, cpu.csr.serial and 2 "
            "more. On mpi: peer.petsc, unclear which is faster. No CPU library was run, so none is compared.");
}

/* Without an interval nothing is told apart. */
MODEL_TEST(too_few)
{
    measured("cpu.csr.omp", "cpu", 2, ",'flags':['blocks']");
    widen(0);
    answers("Unclear: too few blocks of samples for an interval. The fastest so far is cpu.csr.omp. Measure again for "
            "longer.");
}

/* Intervals that overlap leave it open, however wide they are; wrong results win nothing. */
MODEL_TEST(no_winner)
{
    measured("cpu.csr.omp", "cpu", 0.5, ",'flags':['wide']");
    widen(1.2);
    answers("Use cpu.csr.omp. It needs nothing but CSR. No CPU library was run, so none is compared.");
    measured("cpu.sell.simd", "cpu", 1, ",'flags':['busy']");
    answers("Fastest measured: cpu.csr.omp. May be equalled by: cpu.sell.simd. No CPU library was run, so none is "
            "compared. To tell them apart, in turns: :compare cpu.csr.omp cpu.sell.simd");
    measured("peer.mkl", "cpu", 3.4, ",'flags':['busy']");
    answers("Fastest measured: cpu.csr.omp, 2.80 to 6.94× peer.mkl. May be equalled by: cpu.sell.simd. To tell them "
            "apart, in turns: :compare cpu.csr.omp cpu.sell.simd");
    m->runs--;
    measured("cpu.auto", "cpu", 1.5, ",'choice':'cpu.csr.block,PIECES=4','params':'reorder=rcm','reorder':'rcm'");
    answers("Fastest measured: cpu.csr.omp. May be equalled by: cpu.sell.simd. No CPU library was run, so none is "
            "compared. To tell them apart, in turns: :compare cpu.csr.omp cpu.sell.simd");
    feed_run(m, "'kernel':'cpu.ell.omp','k':8,'status':'FAIL','time_ms':0.1,'ci_lo_ms':0.1,'ci_hi_ms':0.1");
    answers("Fastest measured: cpu.csr.omp. May be equalled by: cpu.sell.simd. No CPU library was run, so none is "
            "compared. To tell them apart, in turns: :compare cpu.csr.omp cpu.sell.simd");
}

/* A lower median with a wide interval wins nothing, and is not passed over in silence; nor is one without. */
MODEL_TEST(wide_and_lower)
{
    measured("cpu.csr.omp", "cpu", 1, "");
    measured("cpu.sell.simd", "cpu", 0.7, ",'flags':['wide']");
    widen(1.4);
    measured("cpu.ell.omp", "cpu", 1.005, ",'flags':['wide']");
    widen(2);
    answers("Fastest measured: cpu.sell.simd. May be equalled by: cpu.csr.omp, cpu.ell.omp. cpu.csr.omp needs nothing "
            "but CSR. No CPU library was run, so none is compared. To tell them apart, in turns: :compare "
            "cpu.sell.simd cpu.csr.omp");
    measured("cpu.csr.merge", "cpu", 1.3, ",'flags':['blocks']");
    widen(0);
    answers("Fastest measured: cpu.sell.simd. May be equalled by: cpu.csr.omp, cpu.ell.omp. cpu.csr.omp needs nothing "
            "but CSR. No CPU library was run, so none is compared. To tell them apart, in turns: :compare "
            "cpu.sell.simd cpu.csr.omp");
    measured("cpu.csr.block", "cpu", 0.3, ",'flags':['blocks']");
    widen(0);
    answers("Unclear: too few blocks of samples for an interval. The fastest so far is cpu.csr.block. Measure again "
            "for longer.");
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
    answers("Fastest measured: cpu.csr.omp. May be equalled by: cpu.sell.simd, cpu.csr.rowreg. No CPU library was run, "
            "so none is compared. To tell them apart, in turns: :compare cpu.csr.omp cpu.sell.simd");
    m->runs -= 3;
    measured("cpu.bsr.block", "cpu", 0.9, "");
    measured("peer.mkl", "cpu", 3.6, "");
    answers("Use cpu.bsr.block: 3.92 to 4.09× peer.mkl. If your solver has only CSR: cpu.csr.block, 1.76 to 1.84× "
            "peer.mkl.");
    measured("cpu.csr.omp", "cpu", 3, ""); /* slower than the busy one, however much that was slowed down */
    answers("Use cpu.bsr.block: 3.92 to 4.09× peer.mkl. If your solver has only CSR: cpu.csr.block, 1.76 to 1.84× "
            "peer.mkl.");
    measured("cpu.csr.merge", "cpu", 2.01, "");
    answers("Use cpu.bsr.block: 3.92 to 4.09× peer.mkl. If your solver has only CSR: cpu.csr.block, 1.76 to 1.84× "
            "peer.mkl (may be equalled by: cpu.csr.merge).");
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
    answers("Fastest measured: cpu.csr.block. May be equalled by: cpu.csr.omp. No CPU library was run, so none is "
            "compared. To tell them apart, in turns: :compare cpu.csr.block cpu.csr.omp");
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
    answers("Fastest measured: cpu.csr.block, 1.96 to 2.05× peer.mkl. May be equalled by: cpu.sell.simd, cpu.csr.omp. "
            "To tell them apart, in turns: :compare cpu.csr.block cpu.sell.simd");
    measured("cpu.ell.omp", "cpu", 4, "");
    measured("cpu.csr.merge", "cpu", 1.01, busy);
    answers("Fastest measured: cpu.csr.block, 1.96 to 2.05× peer.mkl. May be equalled by: cpu.sell.simd, "
            "cpu.csr.merge, cpu.csr.omp. Other programs ran: a quieter machine may tell them apart.");
    measured("cpu.auto", "cpu", 1.004, "");
    answers("Fastest measured: cpu.csr.block, 1.96 to 2.05× peer.mkl. May be equalled by: cpu.auto, cpu.sell.simd, "
            "cpu.csr.merge and 1 more. Other programs ran: a quieter machine may tell them apart.");
}

/* No more than three others are named; the rest are counted. */
MODEL_TEST(and_others)
{
    const char *const kernels[] = { "cpu.csr.omp", "cpu.sell.simd",   "cpu.csr.block", "cpu.csr.merge",
                                    "cpu.ell.omp", "cpu.csr.unroll4", "cpu.csr.naive" };
    for (int i = 0; i < 6; i++)
        measured(kernels[i], "cpu", 1 + 0.001 * i, "");
    answers("Fastest measured: cpu.csr.omp. May be equalled by: cpu.sell.simd, cpu.csr.block, cpu.csr.merge and 2 "
            "more. No CPU library was run, so none is compared.");
    measured(kernels[6], "cpu", 1.006, "");
    answers("Fastest measured: cpu.csr.omp. May be equalled by: cpu.sell.simd, cpu.csr.block, cpu.csr.merge and 3 "
            "more. No CPU library was run, so none is compared.");
    measured("cpu.csr.rowreg", "cpu", 1.001, ",'flags':['blocks']");
    widen(NAN);
    answers(
        "Fastest measured: cpu.csr.omp. May be equalled by: cpu.sell.simd, cpu.csr.block, cpu.csr.merge and 3 more. 1 "
        "more is as fast by the median, but without an interval. No CPU library was run, so none is compared.");
}

/* The share is of the bound that applies, as the engine has it: where the arithmetic peaks first, of that. */
MODEL_TEST(share_of_the_bound)
{
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
    answers("Fastest measured: cpu.csr.omp. May be equalled by: peer.mkl, peer.librsb. To tell them apart, in turns: "
            ":compare cpu.csr.omp peer.mkl");
}

/* Runs of one kernel are told apart by their threads, their parameters, or both. */
MODEL_TEST(variants)
{
    static const char wide[] = ",'threads':2,'flags':['wide']";
    measured("cpu.sell.simd", "cpu", 1, ",'threads':1,'flags':['busy']");
    measured("cpu.sell.simd", "cpu", 0.5, wide);
    widen(1.2);
    answers("Fastest measured: cpu.sell.simd on 2 threads. May be equalled by: cpu.sell.simd on 1 thread. No CPU "
            "library was run, so none is compared. Other programs ran: a quieter machine may tell them apart.");
    begin_anew();
    measured("cpu.auto", "cpu", 1, ",'threads':2,'choice':'cpu.sell.simd,GATHER=load,1 thread','flags':['busy']");
    answers("Use cpu.sell.simd (GATHER=load) on 1 of 2 threads. Measured as cpu.auto, which took it; preparing "
            "includes its trials. No CPU library was run, so none is compared.");
    measured("cpu.sell.simd", "cpu", 0.5, wide);
    widen(1.2);
    answers("Fastest measured: cpu.sell.simd on 2 threads. May be equalled by: cpu.sell.simd (GATHER=load) on 1 of 2 "
            "threads. No CPU library was run, so none is compared. Other programs ran: a quieter machine may tell them "
            "apart.");
    begin_anew();
    measured("cpu.csr.omp", "cpu", 1, ",'threads':2,'params':'NZ_PER_CHUNK=256'");
    measured("cpu.csr.omp", "cpu", 1, ",'threads':2,'params':'NZ_PER_CHUNK=4096'");
    answers("Fastest measured: cpu.csr.omp (NZ_PER_CHUNK=256). May be equalled by: cpu.csr.omp (NZ_PER_CHUNK=4096). No "
            "CPU library was run, so none is compared.");
    measured("cpu.csr.omp", "cpu", 0.5, ",'threads':4,'params':'NZ_PER_CHUNK=4096'");
    answers("Use cpu.csr.omp (NZ_PER_CHUNK=4096) on 4 threads. It needs nothing but CSR. No CPU library was run, so "
            "none is compared.");
    begin_anew(); /* also where another kernel is the fastest */
    measured("cpu.csr.serial", "cpu", 1, "");
    measured("cpu.csr.omp", "cpu", 1.001, ",'threads':1");
    measured("cpu.csr.omp", "cpu", 1.002, ",'threads':2");
    answers("Fastest measured: cpu.csr.serial on 1 thread. May be equalled by: cpu.csr.omp on 1 thread, cpu.csr.omp on "
            "2 threads. No CPU library was run, so none is compared. To tell them apart, in turns: :compare "
            "cpu.csr.serial cpu.csr.omp");
}

/* A kernel that chooses runs the code of its choice: what differs between the two is no advantage of either. */
MODEL_TEST(chosen)
{
    measured("cpu.auto", "cpu", 1, ",'choice':'cpu.csr.block'");
    measured("cpu.sell.simd", "cpu", 1.1, "");
    answers("Use cpu.csr.block. It needs nothing but CSR. Measured as cpu.auto, which took it; preparing includes its "
            "trials. No CPU library was run, so none is compared.");
    measured("cpu.csr.block", "cpu", 1.2, "");
    answers(
        "Fastest measured: cpu.sell.simd. May be equalled by: cpu.csr.block. cpu.csr.block needs nothing but CSR. No "
        "CPU library was run, so none is compared. To tell them apart, in turns: :compare cpu.sell.simd cpu.csr.block");
    measured("cpu.csr.block", "cpu", 1.3, ",'params':'ROWS=3'"); /* now it is not known which was chosen */
    answers("Use cpu.csr.block. It needs nothing but CSR. Measured as cpu.auto, which took it; preparing includes its "
            "trials. No CPU library was run, so none is compared.");
    begin_anew();
    measured("cpu.auto", "cpu", 1, ",'choice':'cpu.csr.block'");
    measured("cpu.sell.simd", "cpu", 1.1, "");
    measured("cpu.csr.block", "cpu", 1.2, ",'flags':['busy']"); /* that is why it is slower */
    answers("Fastest measured: cpu.csr.block. Measured as cpu.auto, which took it; preparing includes its trials. May "
            "be equalled by: cpu.sell.simd. No CPU library was run, so none is compared. To tell them apart, in turns: "
            ":compare cpu.csr.block cpu.sell.simd");
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
    answers("Fastest measured: cpu.sell.simd. May be equalled by: cpu.csr.rowreg. cpu.csr.rowreg needs nothing but "
            "CSR. No CPU library was run, so none is compared. To tell them apart, in turns: :compare cpu.sell.simd "
            "cpu.csr.rowreg");
}

/* What was chosen is one of those that may be as fast. */
MODEL_TEST(chosen_level)
{
    measured("cpu.csr.block", "cpu", 1, "");
    measured("cpu.csr.omp", "cpu", 1.001, "");
    measured("cpu.csr.packed", "cpu", 1.002, "");
    measured("cpu.auto", "cpu", 1.01, ",'choice':'cpu.sym.lower'");
    answers("Fastest measured: cpu.csr.block. May be equalled by: cpu.csr.omp, cpu.csr.packed, cpu.sym.lower. No CPU "
            "library was run, so none is compared.");
    measured("cpu.csr.merge", "cpu", 0.9, "");
    answers("Use cpu.csr.merge. It needs nothing but CSR. No CPU library was run, so none is compared.");
}

/* What preparing costs is always told: regained after so many products, or as long as so many. */
MODEL_TEST(preparing)
{
    measured("cpu.csr.omp", "cpu", 1, ",'prepare_ms':2");
    answers("Use cpu.csr.omp, preparing takes 2.00 ms. It needs nothing but CSR. No CPU library was run, so none is "
            "compared.");
    measured("cpu.csr.serial", "cpu", 1.5, ",'prepare_ms':0.6");
    answers("Use cpu.csr.omp, pays after 3 products against cpu.csr.serial. It needs nothing but CSR. No CPU library "
            "was run, so none is compared.");
    measured("cpu.sell.simd", "cpu", 0.6, ",'prepare_ms':541,'upload_ms':9,'roof_frac':0.5,'flags':['busy']");
    widen(2);
    answers("Fastest measured: cpu.sell.simd, ≈50% of the roof, preparing takes ≈550 ms, some 367 products of "
            "cpu.csr.serial. May be equalled by: cpu.csr.omp. cpu.csr.omp needs nothing but CSR. No CPU library was "
            "run, so none is compared. To tell them apart, in turns: :compare cpu.sell.simd cpu.csr.omp");
    begin_anew();
    measured("cpu.csr.omp", "cpu", 1, ",'prepare_ms':1.5,'roof_frac':0.5");
    measured("peer.mkl", "cpu", 2, ",'prepare_ms':3");
    answers("Use cpu.csr.omp: 1.96 to 2.05× peer.mkl, 50% of the roof, pays at once. It needs nothing but CSR.");
    m->run[1].ci_lo_ms = 1; /* whether it is faster than the library is open */
    answers(
        "Fastest measured: cpu.csr.omp, 50% of the roof, preparing takes 1.50 ms, less than one product of peer.mkl. "
        "May be equalled by: peer.mkl. To tell them apart, in turns: :compare cpu.csr.omp peer.mkl");
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
    answers("Fastest measured: cpu.csr.omp. May be equalled by: cpu.csr.merge. In turns cpu.csr.omp was 1.06 to 1.30× "
            "cpu.sell.simd. No CPU library was run, so none is compared. To tell them apart, in turns: :compare "
            "cpu.csr.omp cpu.csr.merge");
    begin_anew(); /* and tells better than two intervals by how much, also beside a library */
    measured("peer.mkl", "cpu", 3, "");
    measured("cpu.csr.merge", "cpu", 1.1, "");
    measured("cpu.csr.omp", "cpu", 1, ",'prepare_ms':28.9" TURNS("peer.mkl", "faster"));
    measured("cpu.csr.omp", "cpu", 1, ",'prepare_ms':28.9" TURNS("cpu.csr.merge", "faster"));
    answers("Use cpu.csr.omp: in turns 1.06 to 1.30× peer.mkl, pays after ≈145 products. It needs nothing but CSR. In "
            "turns it was 1.06 to 1.30× cpu.csr.merge.");
    measured("cpu.csr.omp", "cpu", 1,
             ",'prepare_ms':29,'versus':'cpu.csr.merge','ratio':1,'verdict':'unclear','ratio_lo':0.93");
    m->run[1].ci_lo_ms = 0.9; /* turns that told nothing are not asked for again */
    answers("Fastest measured: cpu.csr.omp, in turns 1.06 to 1.30× peer.mkl, pays after ≈145 products. May be equalled "
            "by: cpu.csr.merge. In turns cpu.csr.omp was at least 0.930× cpu.csr.merge. Other programs ran: a quieter "
            "machine may tell them apart.");
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
    answers("Fastest measured: peer.mkl. May be equalled by: cpu.sell.simd. In turns peer.mkl was 1.06 to 1.30× "
            "cpu.csr.omp. If your solver has only CSR: cpu.csr.omp. To tell them apart, in turns: :compare peer.mkl "
            "cpu.sell.simd");
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
    answers("Use cpu.csr.block: 3.92 to 4.09× peer.mkl, pays after 48 products. It needs nothing but CSR.");
    strcpy(m->run[1].flags, "busy");
    answers("Use cpu.csr.block: 3.92 to 4.09× peer.mkl, pays after ≈48 products. It needs nothing but CSR.");
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
    answers("Fastest measured: cpu.group.rows. May be equalled by: cpu.csr.packed, peer.petsc on mpi. cpu.csr.packed "
            "needs nothing but CSR. No CPU library was run, so none is compared. To tell them apart, in turns: "
            ":compare cpu.group.rows cpu.csr.packed");
    begin_anew();
    feed(m, "{'ev':'kernel','name':'peer.eigen','op':'mul','format':'csr','peer':true}");
    measured("cpu.sell.simd", "cpu", 1, "");
    measured("cpu.csr.serial", "cpu", 3, "");
    measured("peer.eigen", "cpu", 2, "");
    answers("Use cpu.sell.simd: 1.96 to 2.05× peer.eigen. If your solver has only CSR: peer.eigen.");
}

/* A serial kernel that was chosen is no second one of that name, although the chooser was given more threads. */
MODEL_TEST(chosen_serial)
{
    measured("cpu.csr.serial", "cpu", 1, ",'threads':1");
    measured("cpu.auto", "cpu", 1.001, ",'threads':2,'choice':'cpu.csr.serial'");
    answers("Use cpu.csr.serial. It needs nothing but CSR. No CPU library was run, so none is compared.");
    measured("cpu.auto", "cpu", 0.5, ",'threads':2,'choice':'cpu.csr.omp'");
    measured("cpu.csr.omp", "cpu", 0.501, ",'threads':1");
    answers("Fastest measured: cpu.csr.omp on 2 threads. Measured as cpu.auto, which took it; preparing includes its "
            "trials. May be equalled by: cpu.csr.omp on 1 thread. No CPU library was run, so none is compared.");
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
    answers("Fastest measured: peer.petsc. May be equalled by: cpu.csr.block. cpu.csr.block needs nothing but CSR. To "
            "tell them apart, in turns: :compare peer.petsc cpu.csr.block");
    measured("peer.petsc", "cpu", 0.8, ",'threads':2");
    measured("peer.petsc", "cpu", 0.801, ",'threads':2");
    measured("cpu.csr.block", "cpu", 0.9, ",'threads':2");
    answers("Use peer.petsc. If your solver has only CSR: cpu.csr.block.");
    measured("cpu.sell.simd", "cpu", 0.4, ",'threads':2,'params':'SIGMA=0'");
    measured("cpu.auto", "cpu", 0.401, ",'threads':2,'choice':'cpu.sell.simd'");
    answers("Use cpu.sell.simd (SIGMA=0): 1.95 to 2.05× peer.petsc. If your solver has only CSR: cpu.csr.block, 0.87 "
            "to 0.91× "
            "peer.petsc.");
}

/* What is measured without an entry is the call alone. */
MODEL_TEST(nothing_to_choose)
{
    struct answer a;
    char text[400];
    measured("peer.mkl", "cpu", 3, ",'nnz_per_s':0");
    measured("cpu.csr.omp", "cpu", 1, ",'nnz_per_s':0");
    assert_true(answer_at(m, 0, &a, text, sizeof text));
    assert_string_equal(text, "The matrix has no entries: no kernel has anything to do.");
    assert_false(a.unclear);
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
