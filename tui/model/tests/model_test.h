/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model_test: MODEL_TEST(name) { … } is a test with a model of its own, m. */
#pragma once

#include "core/tests/cmocka.h"
#include "tui/model/model.h"

static struct model *m;

static int model_begin(void **state)
{
    m = model_new();
    return m ? 0 : -1;
}

static int model_end(void **state)
{
    model_free(m);
    return 0;
}

#define MODEL_TEST(name) TEST_IN(name, model_begin, model_end)
