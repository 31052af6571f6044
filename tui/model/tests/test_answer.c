/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_answer: the answer names no winner that the intervals do not show, and says against whom and from when on. */
#include "core/tests/cmocka.h"
#include "tui/model/answer.h"
#include "tui/model/standing.h"
#include "tui/model/tests/events.h"

/* Tells the model of the kernel of its newest run, of the choice of one that chooses. */
static void tell_kernel(struct model *m)
{
    char line[300], name[96];
    answer_name(&m->run[m->runs - 1], name);
    const char *format = strchr(name, '.') + 1;
    snprintf(line, sizeof line, "{'ev':'kernel','name':'%s','op':'mul','format':'%.*s','peer':%s}", name,
             (int)strcspn(format, "."), format, strncmp(name, "peer.", 5) == 0 ? "true" : "false");
    if (model_kernel_at(m, name) == m->kernels)
        feed(m, line);
}

/* A measured run of `ms` ± 1%, with these members beside. */
static void measured(struct model *m, const char *kernel, const char *device, double ms, const char *more)
{
    static int id;
    char line[900];
    snprintf(line, sizeof line,
             "{'ev':'measurement','id':%d,'index':1,'of':1,'kernel':'%s','device':'%s','op':'mul','type':'f64','k':8,'"
             "cache':'warm','status':'ok','time_ms':%.17g,'ci_lo_ms':%.17g,'ci_hi_ms':%.17g,'gflops':%.17g%s}",
             ++id, kernel, device, ms, 0.99 * ms, 1.01 * ms, 1 / ms, more);
    feed(m, line);
    tell_kernel(m);
}

/* The newest run with an interval up to `hi`. */
static void widen(struct model *m, double hi)
{
    m->run[m->runs - 1].ci_hi_ms = hi;
}

static void answers(const struct model *m, const char *should)
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

TEST(clear_winner)
{
    struct model *m = model_new();
    answers(m, "Nothing has been measured for this problem yet.");
    measured(m, "peer.eigen", "cpu", 9, "");
    measured(m, "peer.mkl", "cpu", 3.4, "");
    measured(m, "cpu.csr.block", "cpu", 1.6, "");
    measured(m, "cpu.bsr.block", "cpu", 1, ",'roof_frac':0.71,'pays_after':41");
    answers(m, "Use cpu.bsr.block: 3.4× peer.mkl, 71% of the roof, pays after 41 products. If your solver has only "
               "CSR: cpu.csr.block, 2.1× peer.mkl.");
    measured(m, "gpu.csr.equal", "gpu0", 0.1, "");
    answers(m, "Use gpu.csr.equal: no library was run beside it. It needs nothing but CSR. On cpu: cpu.bsr.block, 0.1× "
               "of that.");
    model_free(m);
    m = model_new();
    feed(m, "{'ev':'kernel','name':'cpu.csr.packed','op':'mul','format':'csr.packed'}");
    measured(m, "peer.mkl", "cpu", 3, "");
    measured(m, "cpu.csr.packed", "cpu", 1, "");
    answers(m, "Use cpu.csr.packed: 3.0× peer.mkl."); /* it packs what CSR holds */
    measured(m, "cpu.csr.block", "cpu", 1.5, "");
    answers(m, "Use cpu.csr.packed: 3.0× peer.mkl. If your solver has only CSR: cpu.csr.block, 2.0× peer.mkl.");
    model_free(m);
}

/* Whose intervals overlap stand side by side; a library from which the best cannot be told is not beaten. */
TEST(unclear_winner)
{
    struct model *m = model_new();
    measured(m, "cpu.csr.block", "cpu", 1.005, "");
    measured(m, "cpu.sell.simd", "cpu", 1, "");
    measured(m, "cpu.csr.omp", "cpu", 2, "");
    answers(m, "Use cpu.sell.simd or cpu.csr.block (unclear which is faster): no library was run beside it. "
               "cpu.csr.block needs nothing but CSR.");
    measured(m, "peer.mkl", "cpu", 1.01, "");
    answers(m, "Use cpu.sell.simd or cpu.csr.block (unclear which is faster): unclear whether faster than peer.mkl. "
               "cpu.csr.block needs nothing but CSR.");
    model_free(m);
}

/* The cause of doubt is the one that the flags tell. */
TEST(too_few)
{
    struct model *m = model_new();
    measured(m, "cpu.csr.omp", "cpu", 2, ",'flags':['blocks']");
    answers(m, "Unclear: no result can be relied on (too few blocks of samples). The fastest so far is cpu.csr.omp. "
               "Measure again for longer.");
    model_free(m);
}

/* Doubtful and wrong results win nothing. */
TEST(no_winner)
{
    struct model *m = model_new();
    measured(m, "cpu.csr.omp", "cpu", 0.5, ",'flags':['wide']");
    widen(m, 1.2);
    answers(m, "Unclear: no result can be relied on (times spread widely). Measure again on a quieter machine.");
    measured(m, "cpu.sell.simd", "cpu", 1, ",'flags':['busy']");
    answers(m, "Unclear: no result can be relied on (other programs ran, times spread widely). The fastest so far "
               "within ±25% is cpu.sell.simd; cpu.csr.omp has a lower median, but spreads more. If your solver has "
               "only CSR: cpu.csr.omp, unclear how fast. Measure again on a quieter machine.");
    measured(m, "peer.mkl", "cpu", 3.4, ",'flags':['busy']");
    answers(m,
            "Unclear: no result can be relied on (other programs ran, times spread widely). The fastest so far within "
            "±25% is cpu.sell.simd; by its median it is 3.4× peer.mkl; cpu.csr.omp has a lower median, but spreads "
            "more. If your solver has only CSR: cpu.csr.omp, unclear how fast. Measure again on a quieter machine.");
    m->runs--;
    measured(m, "cpu.auto", "cpu", 1.5, ",'choice':'cpu.csr.block,PIECES=4','params':'reorder=rcm','reorder':'rcm'");
    answers(m,
            "Unclear: the fastest results cannot be relied on (other programs ran, times spread widely). The fastest "
            "so far within ±25% is cpu.sell.simd; cpu.csr.omp has a lower median, but spreads more. If your solver has "
            "only CSR: cpu.csr.block (PIECES=4) with the matrix in order rcm. Measure again on a quieter machine.");
    feed(m, "{'ev':'measurement','id':99,'kernel':'cpu.ell.omp','device':'cpu','op':'mul','type':'f64','k':8,'cache':'"
            "warm','status':'FAIL','time_ms':0.1,'ci_lo_ms':0.1,'ci_hi_ms':0.1}");
    answers(m,
            "Unclear: the fastest results cannot be relied on (other programs ran, times spread widely). The fastest "
            "so far within ±25% is cpu.sell.simd; cpu.csr.omp has a lower median, but spreads more. If your solver has "
            "only CSR: cpu.csr.block (PIECES=4) with the matrix in order rcm. Measure again on a quieter machine.");
    model_free(m);
}

/* A lower median with a wide interval wins nothing, and is not passed over in silence. */
TEST(wide_and_lower)
{
    struct model *m = model_new();
    measured(m, "cpu.csr.omp", "cpu", 1, "");
    measured(m, "cpu.sell.simd", "cpu", 0.7, ",'flags':['wide']");
    widen(m, 1.4);
    measured(m, "cpu.ell.omp", "cpu", 1.005, ",'flags':['wide']");
    widen(m, 2);
    answers(m, "Use cpu.csr.omp: no library was run beside it. It needs nothing but CSR. As fast by the median, but "
               "doubtful: cpu.sell.simd.");
    model_free(m);
}

/* A wide interval that ends before all others begin is no doubt about who is the fastest. */
TEST(wide_but_first)
{
    struct model *m = model_new();
    measured(m, "cpu.ell.omp", "cpu", 480, "");
    measured(m, "cpu.csr.omp", "cpu", 0.3, ",'flags':['wide']");
    widen(m, 0.6);
    answers(m, "Unclear: the fastest results cannot be relied on (times spread widely). The fastest so far is "
               "cpu.csr.omp. Measure again on a quieter machine.");
    model_free(m);
}

/* A solver that has only CSR gets its kernel from a busy machine, too; a ratio by its median where that is all. */
TEST(only_csr)
{
    static const char busy[] = ",'flags':['busy']";
    struct model *m = model_new();
    measured(m, "cpu.sell.simd", "cpu", 1, busy);
    measured(m, "cpu.csr.block", "cpu", 2, busy);
    measured(m, "cpu.csr.serial", "cpu", 9, busy);
    answers(m, "Unclear: no result can be relied on (other programs ran). The fastest so far is cpu.sell.simd. If your "
               "solver has only CSR: cpu.csr.block, unclear how fast. Measure again on a quieter machine.");
    measured(m, "cpu.csr.omp", "cpu", 1.5, ",'flags':['busy','wide']"); /* no reason to name a slower one */
    answers(m, "Unclear: no result can be relied on (other programs ran, times spread widely). The fastest so far is "
               "cpu.sell.simd. If your solver has only CSR: cpu.csr.omp, unclear how fast. Measure again on a quieter "
               "machine.");
    measured(m, "cpu.csr.rowreg", "cpu", 1.01, busy);
    measured(m, "cpu.csr.omp", "cpu", 0.9, ",'flags':['busy','wide']");
    widen(m, 1.2);
    answers(m, "Unclear: no result can be relied on (other programs ran, times spread widely). The fastest so far "
               "within ±25%, not to be told apart: cpu.sell.simd or cpu.csr.rowreg; cpu.csr.omp has a lower median, "
               "but spreads more. cpu.csr.rowreg needs nothing but CSR. Measure again on a quieter machine.");
    m->runs -= 3;
    measured(m, "cpu.bsr.block", "cpu", 0.9, "");
    measured(m, "peer.mkl", "cpu", 3.6, "");
    answers(
        m,
        "Use cpu.bsr.block: 4.0× peer.mkl. If your solver has only CSR: cpu.csr.block, by its median 1.8× peer.mkl.");
    measured(m, "cpu.csr.omp", "cpu", 3, ""); /* slower than the busy one, however much that was slowed down */
    answers(
        m,
        "Use cpu.bsr.block: 4.0× peer.mkl. If your solver has only CSR: cpu.csr.block, by its median 1.8× peer.mkl.");
    measured(m, "cpu.csr.merge", "cpu", 2.01, "");
    answers(m, "Use cpu.bsr.block: 4.0× peer.mkl. If your solver has only CSR: cpu.csr.merge, 1.8× peer.mkl.");
    model_free(m);
}

/* Where times of all that is fast spread widely, the fastest by its median is not alone. */
TEST(all_wide)
{
    static const char wide[] = ",'flags':['wide']";
    struct model *m = model_new();
    measured(m, "cpu.ell.omp", "cpu", 900, ",'flags':['busy']");
    measured(m, "cpu.csr.block", "cpu", 1, wide);
    widen(m, 4);
    measured(m, "cpu.csr.omp", "cpu", 1.1, wide);
    widen(m, 3);
    measured(m, "cpu.csr.naive", "cpu", 9, wide);
    widen(m, 12);
    answers(m, "Unclear: no result can be relied on (other programs ran, times spread widely). The fastest so far, not "
               "to be told apart: cpu.csr.block or cpu.csr.omp. Measure again on a quieter machine.");
    model_free(m);
}

/* On a busy machine: those that cannot be told from the fastest are named, fastest first, and no others. */
TEST(fastest_few)
{
    static const char busy[] = ",'flags':['busy']";
    struct model *m = model_new();
    measured(m, "cpu.csr.omp", "cpu", 1.019, busy);
    measured(m, "cpu.sell.simd", "cpu", 1.005, busy);
    measured(m, "cpu.csr.block", "cpu", 1, busy);
    measured(m, "cpu.csr.serial", "cpu", 1.03, busy);
    measured(m, "peer.mkl", "cpu", 2, busy);
    answers(m, "Unclear: no result can be relied on (other programs ran). The fastest so far, not to be told apart: "
               "cpu.csr.block, cpu.sell.simd or cpu.csr.omp; by its median the first is 2× peer.mkl. Measure again on "
               "a quieter machine.");
    measured(m, "cpu.ell.omp", "cpu", 4, "");
    measured(m, "cpu.csr.merge", "cpu", 1.01, busy);
    answers(m, "Unclear: the fastest results cannot be relied on (other programs ran). The fastest so far, not to be "
               "told apart: cpu.csr.block, cpu.sell.simd, cpu.csr.merge or cpu.csr.omp; by its median the first is 2× "
               "peer.mkl. Measure again on a quieter machine.");
    measured(m, "cpu.auto", "cpu", 1.004, "");
    answers(m, "Use cpu.auto: 2.0× peer.mkl. If your solver has only CSR: cpu.csr.block, by its median 2× peer.mkl. As "
               "fast by the median, but doubtful: cpu.csr.block, cpu.sell.simd or cpu.csr.merge.");
    model_free(m);
}

/* Runs of one kernel are told apart by their threads, their parameters, or both. */
TEST(variants)
{
    static const char wide[] = ",'threads':2,'flags':['wide']";
    struct model *m = model_new();
    measured(m, "cpu.sell.simd", "cpu", 1, ",'threads':1,'flags':['busy']");
    measured(m, "cpu.sell.simd", "cpu", 0.5, wide);
    widen(m, 1.2);
    answers(m, "Unclear: no result can be relied on (other programs ran, times spread widely). The fastest so far "
               "within ±25% is cpu.sell.simd on 1 thread; cpu.sell.simd on 2 threads has a lower median, but spreads "
               "more. Measure again on a quieter machine.");
    model_free(m);
    m = model_new();
    measured(m, "cpu.auto", "cpu", 1, ",'threads':2,'choice':'cpu.sell.simd,GATHER=load,1 thread','flags':['busy']");
    answers(m, "Unclear: no result can be relied on (other programs ran). The fastest so far is cpu.sell.simd "
               "(GATHER=load) on 1 thread. Measure again on a quieter machine.");
    measured(m, "cpu.sell.simd", "cpu", 0.5, wide);
    widen(m, 1.2);
    answers(m, "Unclear: no result can be relied on (other programs ran, times spread widely). The fastest so far "
               "within ±25% is cpu.sell.simd (GATHER=load) on 1 thread; cpu.sell.simd on 2 threads has a lower median, "
               "but spreads more. Measure again on a quieter machine.");
    model_free(m);
    m = model_new();
    measured(m, "cpu.csr.omp", "cpu", 1, ",'threads':2,'params':'NZ_PER_CHUNK=256'");
    measured(m, "cpu.csr.omp", "cpu", 1, ",'threads':2,'params':'NZ_PER_CHUNK=4096'");
    answers(m, "Use cpu.csr.omp (NZ_PER_CHUNK=256) or cpu.csr.omp (NZ_PER_CHUNK=4096) (unclear which is faster): no "
               "library was run beside it.");
    measured(m, "cpu.csr.omp", "cpu", 0.5, ",'threads':4,'params':'NZ_PER_CHUNK=4096'");
    answers(
        m, "Use cpu.csr.omp (NZ_PER_CHUNK=4096) on 4 threads: no library was run beside it. It needs nothing but CSR.");
    model_free(m);
}

/* A kernel that chooses runs the code of its choice: what differs between the two is no advantage of either. */
TEST(chosen)
{
    struct model *m = model_new();
    measured(m, "cpu.auto", "cpu", 1, ",'choice':'cpu.csr.block'");
    measured(m, "cpu.sell.simd", "cpu", 1.1, "");
    answers(m, "Use cpu.csr.block: no library was run beside it. It needs nothing but CSR.");
    measured(m, "cpu.csr.block", "cpu", 1.2, "");
    answers(m, "Use cpu.csr.block or cpu.sell.simd (unclear which is faster): no library was run beside it.");
    measured(m, "cpu.csr.block", "cpu", 1.3, ",'params':'ROWS=3'"); /* now it is not known which was chosen */
    answers(m, "Use cpu.csr.block: no library was run beside it. It needs nothing but CSR.");
    model_free(m);
    m = model_new();
    measured(m, "cpu.auto", "cpu", 1, ",'choice':'cpu.csr.block'");
    measured(m, "cpu.sell.simd", "cpu", 1.1, "");
    measured(m, "cpu.csr.block", "cpu", 1.2, ",'flags':['busy']"); /* that is why it is slower */
    answers(m, "Use cpu.csr.block: no library was run beside it. It needs nothing but CSR.");
    model_free(m);
}

/* A run that was repeated is named once, and a library is not held against itself. */
TEST(repeated)
{
    static const char busy[] = ",'threads':2,'flags':['busy']";
    struct model *m = model_new();
    measured(m, "peer.petsc", "cpu", 1, busy);
    measured(m, "peer.petsc", "cpu", 1.001, busy);
    measured(m, "peer.petsc", "cpu", 0.9, ",'threads':2,'flags':['wide']");
    widen(m, 1.2);
    measured(m, "cpu.csr.block", "cpu", 1.004, busy);
    measured(m, "cpu.csr.block", "cpu", 1.003, busy);
    answers(m, "Unclear: no result can be relied on (other programs ran, times spread widely). The fastest so far, not "
               "to be told apart: peer.petsc or cpu.csr.block. cpu.csr.block needs nothing but CSR. Measure again on a "
               "quieter machine.");
    measured(m, "peer.petsc", "cpu", 0.8, ",'threads':2");
    measured(m, "peer.petsc", "cpu", 0.801, ",'threads':2");
    measured(m, "cpu.csr.block", "cpu", 0.9, ",'threads':2");
    answers(m, "Use peer.petsc: no library was run beside it. If your solver has only CSR: cpu.csr.block.");
    measured(m, "cpu.sell.simd", "cpu", 0.4, ",'threads':2,'params':'SIGMA=0'");
    measured(m, "cpu.auto", "cpu", 0.401, ",'threads':2,'choice':'cpu.sell.simd'");
    answers(m, "Use cpu.sell.simd: 2.0× peer.petsc. If your solver has only CSR: cpu.csr.block, 0.89× peer.petsc.");
    model_free(m);
}

/* Behind a result that is only dim, no other may be the fastest; where the intervals meet, it may. */
TEST(standings)
{
    struct contender c[] = { contender_of(6.0, 1.0, 0.95, 1.05, "busy"), contender_of(3.0, 2.0, 1.9, 2.1, ""),
                             contender_of(2.9, 2.07, 1.95, 2.2, ""), contender_of(1.0, 6.0, 5.9, 6.1, "") };
    enum standing out[4];
    standing_of(c, 4, out);
    assert_int_equal(out[0], STANDING_DIM);
    assert_int_equal(out[1], STANDING_NONE);
    assert_int_equal(out[2], STANDING_NONE);
    assert_int_equal(out[3], STANDING_WORST);
    c[0] = contender_of(3.1, 1.94, 1.85, 2.0, "busy");
    standing_of(c, 4, out); /* a dim one that may be the fastest is marked, too: a lone mark would have no rival */
    assert_int_equal(out[0], STANDING_DIM_LEVEL);
    assert_int_equal(out[1], STANDING_LEVEL);
    assert_int_equal(out[2], STANDING_LEVEL);
    c[0] = contender_of(1.0, 6.0, 0, 30, "wide"); /* it may be the fastest, whatever its median */
    c[2] = contender_of(1.5, 4.0, 3.9, 4.1, "");
    standing_of(c, 3, out);
    assert_int_equal(out[0], STANDING_DIM_LEVEL);
    assert_int_equal(out[1], STANDING_LEVEL);
}

TESTS(NULL, NULL)
