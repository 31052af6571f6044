/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers: runs that a test makes up, and what the answer says of them. */
#pragma once

#include "tui/model/tests/events.h"
#include "tui/model/tests/model_test.h"
#include "tui/verdict/answer.h"
#include "tui/verdict/standing.h"

static inline void begin_anew(void)
{
    model_end(NULL);
    model_begin(NULL);
}

/* Tells the model of the kernel of its newest run, of the choice of one that chooses. */
static inline void tell_kernel(void)
{
    char line[300], name[96];
    answer_name(&m->run[m->runs - 1], name);
    const char *format = strchr(name, '.') + 1;
    snprintf(line, sizeof line,
             "{'ev':'kernel','name':'%s','op':'mul','format':'%.*s','on':'%.3s','peer':%s,'serial':%s}", name,
             (int)strcspn(format, "."), format, model_run_device(&m->run[m->runs - 1]),
             strncmp(name, "peer.", 5) == 0 ? "true" : "false", model_names_serial(name) ? "true" : "false");
    if (!model_kernel(m, name))
        feed(m, line);
}

/* A measured run of `ms` ± 1%, with these members beside. */
static inline void measured(const char *kernel, const char *device, double ms, const char *more)
{
    feed_run(m, "'kernel':'%s','device':'%s','k':8,'time_ms':%.17g,'ci_lo_ms':%.17g,'ci_hi_ms':%.17g,'gflops':%.17g%s",
             kernel, device, ms, 0.99 * ms, 1.01 * ms, 1 / ms, more);
    tell_kernel();
}

/* The newest run with an interval up to `hi`. */
static inline void widen(double hi)
{
    m->run[m->runs - 1].ci_hi_ms = hi;
}

static inline void answers(const char *should)
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
