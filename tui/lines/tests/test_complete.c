/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_complete: what shells offer when Tab is pressed: the words themselves, and what bash makes of them. */
#include "tui/lines/tests/program.h"

/* What the last word of the line can become, the words joined by blanks. */
static const char *completed(const char *typed)
{
    runs("$NZ complete -- '%s'", typed);
    assert_string_equal(said, "");
    for (char *s = out; *s; s++)
        if (*s == '\n')
            *s = s[1] ? ' ' : 0;
    return out;
}

TEST(words)
{
    assert_string_equal(completed("ben"), "bench /"); /* a file may be called so */
    assert_string_equal(completed("bench --kern"), "--kernel");
    assert_string_equal(completed("bench --mem"), "--mem-limit");
    assert_string_equal(completed("gen:demo --them"), "--theme"); /* no command: the screen */
    assert_string_equal(completed("--theme=sa"), "--theme=safe");
    assert_string_equal(completed("bench x --type f64,f3"), "f64,f32");
    assert_string_equal(completed("bench --op tm"), "tmul");
    assert_string_equal(completed("bench --axes "), "k threads size rows reorder type cache auto intensity");
    assert_string_equal(completed("bench --axes k,"), "k,rate k,time k,speedup k,bandwidth");
    assert_string_equal(completed("bench --set UNR"), "UNROLL="); /* several kernels have it */
    assert_string_equal(completed("bench --set UNROLL="), "");
    assert_string_equal(completed("bench --set UNROLL=4,"), "");
    assert_string_equal(completed("bench S3"), "S3 /");
    assert_string_equal(completed("report S1"), "S1 /");
    assert_string_equal(completed("list dev"), "devices /");
    assert_string_equal(completed("help ben"), "bench");
    assert_string_equal(completed("bench gen:stencil2"), "gen:stencil27: /");
    assert_string_equal(completed("info thermomech_T"), "thermomech_TK /");
    assert_string_equal(completed("info gen:twin:thermomech_T"), "gen:twin:thermomech_TK /");
    assert_string_equal(completed("info lower:thermomech_T"), "lower:thermomech_TK /");
    assert_string_equal(completed("gen stencil2"), "stencil27:");
    assert_string_equal(completed("gen gen:stencil2"), "gen:stencil27:");
    assert_string_equal(completed("tour ell"), "ellpack /");
    assert_string_equal(completed("tour ne"), "/"); /* next is the screen's */
    assert_string_equal(completed("tour ellpack "), "/");
    assert_string_equal(completed("tour ellpack --theme li"), "light");
    assert_string_equal(completed("--mem-limit 1G ben"), "bench /"); /* options may come first */
    assert_string_equal(completed("--mem-limit 1G list dev"), "devices /");
    assert_string_equal(completed("--engine \"ssh box nzscope-engine\" ben"), "bench /");
    assert_string_equal(completed("bench -o "), "/");
    assert_string_equal(completed("bench --samples "), ""); /* any number */
    assert_string_equal(completed("bench --columns kernel,spee"), "kernel,speedup");
    assert_string_equal(completed("bench --columns=proc"), "--columns=processor");
    assert_string_equal(completed("nothing-like-it"), "/");
}

/* Names of kernels and parameters are the engine's. */
TEST(kernels)
{
    assert_string_equal(completed("bench x --kernel cpu.csr.omp,cpu.ell.om"), "cpu.csr.omp,cpu.ell.omp");
    assert_string_equal(completed("bench x --compare cpu.csr.om"), "cpu.csr.omp");
    assert_non_null(strstr(completed("bench --set NZ_PER"), "NZ_PER_CHUNK="));
    prints("gen:demo\n/\n", "$NZ complete --engine /nowhere -- 'bench gen:dem'"); /* no engine is started */
}

/* Bash's words end at : and =; what stands before them is not replaced. */
static void in_bash_of(const char *command, const char *typed, const char *expected)
{
    char *script = realpath("tui/tools/complete.bash", NULL);
    assert_non_null(script);
    runs("touch unlikely.mtx\n"
         "HOME=$PWD bash -c 'compopt() { :; }; . %s; COMP_LINE=\"nzscope %s\"; COMP_POINT=${#COMP_LINE}; "
         "_nzscope \"$0\"; echo \"${COMPREPLY[@]}\"' %s",
         script, typed, command);
    free(script);
    assert_string_equal(said, "");
    assert_string_equal(strtok(out, "\n"), expected);
}

static void in_bash(const char *typed, const char *expected)
{
    in_bash_of("\"$NZ\"", typed, expected);
}

TEST(bash)
{
    in_bash("ben", "bench");
    in_bash("bench gen:stencil2", "stencil27:");
    in_bash("--theme=sa", "safe");
    in_bash("bench x --kernel cpu.csr.omp,cpu.ell.om", "cpu.csr.omp,cpu.ell.omp");
    in_bash("bench -o unl", "unlikely.mtx");
    in_bash("bench unl", "unlikely.mtx");
    runs("touch 'benign$(x)'");
    in_bash("ben", "bench benign\\$\\(x\\)"); /* is inserted as it is: no command */
    runs("ln -s \"$(dirname \"$NZ\")\" bin");
    in_bash_of("'~/bin/nzscope'", "bench --kern", "--kernel"); /* as typed; bash does not expand it */
}

TESTS(prepare, clean)
