/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_arrays: the arrays of every format hold each entry once, and their steps compute y = A·x. */
#include <limits.h>

#include "tui/model/tests/events.h"
#include "tui/model/tests/model_test.h"
#include "tui/model/tests/windows.h"
#include "tui/views/arrays.h"

/* BSR has blocks of three. */
static bool make(const char *format, const struct model_window *w, struct arrays *a)
{
    struct model_format f = { .block = 3 };
    snprintf(f.name, sizeof f.name, "%s", format);
    return arrays_make(&f, w, a);
}

static const char *const formats_drawn[] = { "csr", "coo", "ell", "ell.col", "sell", "hyb", "bsr", "dia" };

/* Σ over the steps = the product of the window with x[j] = j + 1, row by row; what is not padding is an entry. */
static void steps_multiply(const struct model_window *w, const struct arrays *a)
{
    double y[MODEL_WINDOW] = { 0 }, should[MODEL_WINDOW] = { 0 };
    int entries = 0;
    for (int t = 0; t < a->steps; t++) {
        const struct arrays_step *s = &a->step[t];
        assert_in_range(s->row, 0, w->to[0] - w->from[0] - 1 + 2); /* blocks may stand out */
        assert_true(s->col >= 0 && (s->padding ? s->value == 0 : s->col < w->to[1] - w->from[1]));
        entries += !s->padding;
        if (!s->padding && s->value == s->value)
            y[s->row] += s->value * (s->col + 1);
    }
    for (int p = 0; p < w->entries; p++)
        if (w->entry[p].value == w->entry[p].value)
            should[w->entry[p].i - w->from[0]] += w->entry[p].value * (double)(w->entry[p].j - w->from[1] + 1);
    assert_int_equal(entries, w->entries);
    for (int i = 0; i < w->to[0] - w->from[0]; i++)
        assert_true(y[i] - should[i] < 1e-6 && should[i] - y[i] < 1e-6);
}

/* Every step reads exactly one value, and every array of indices but one that is empty says something about it. */
static void steps_read_slots(const struct arrays *a)
{
    for (int t = 0; t < a->steps; t++) {
        int values = 0, indices = 0;
        for (int i = 0; i < a->arrays; i++)
            for (int s = 0; s < a->array[i].slots; s++) {
                const struct arrays_slot *slot = &a->array[i].slot[s];
                if (t < slot->first || t >= slot->end)
                    continue;
                values += a->array[i].values;
                indices += !a->array[i].values;
                if (a->array[i].values)
                    assert_true(slot->padding == a->step[t].padding &&
                                (slot->number == a->step[t].value || slot->number != slot->number ||
                                 a->step[t].many > 0)); /* many values, one sum */
            }
        assert_int_equal(values, 1);
        assert_true(indices >= 1);
    }
}

static void all_formats(const struct model_window *w)
{
    for (size_t f = 0; f < COUNT(formats_drawn); f++) {
        struct arrays a;
        assert_true(arrays_known(formats_drawn[f]));
        assert_true(make(formats_drawn[f], w, &a));
        assert_int_equal(a.slots, a.steps);
        steps_multiply(w, &a);
        steps_read_slots(&a);
        arrays_free(&a);
    }
}

MODEL_TEST(uneven_rows)
{
    feed(m, window_uneven);
    assert_int_equal(m->window.entries, 12);
    all_formats(&m->window);
}

MODEL_TEST(every_place)
{
    window_full(m);
    assert_int_equal(m->window.entries, MODEL_WINDOW * MODEL_WINDOW);
    all_formats(&m->window);
}

/* What is stored where, slot by slot, of the uneven window. */
static void slots_of(const struct model_window *w, const char *format, int array, const char *should)
{
    char is[400] = "";
    struct arrays a;
    assert_true(make(format, w, &a));
    for (int s = 0; s < a.array[array].slots; s++) {
        const struct arrays_slot *slot = &a.array[array].slot[s];
        if (slot->padding || slot->blank || slot->outside)
            strcat(is, slot->blank ? "| " : slot->outside ? "? " : "· ");
        else
            snprintf(is + strlen(is), sizeof is - strlen(is), "%g ", slot->number);
    }
    assert_string_equal(is, should);
    arrays_free(&a);
}

MODEL_TEST(slots_are_right)
{
    feed(m, window_uneven);
    const struct model_window *w = &m->window;
    slots_of(w, "csr", 0, "0 2 4 8 8 9 12 ");
    slots_of(w, "csr", 1, "1024 1026 1025 1027 1024 1026 1027 1029 | 1028 1024 1026 1029 "); /* an empty row */
    slots_of(w, "coo", 0, "1023 1023 1024 1024 1025 1025 1025 1025 1027 1028 1028 1028 ");
    slots_of(w, "ell", 0, "1024 1026 · · 1025 1027 · · 1024 1026 1027 1029 · · · · 1028 · · · 1024 1026 1029 · ");
    slots_of(w, "ell.col", 0, "1024 1025 1024 · 1028 1024 1026 1027 1026 · · 1026 · · 1027 · · 1029 · · 1029 · · · ");
    slots_of(w, "sell", 0, "1025 1028 1023 1024 1027 1026 ");
    slots_of(w, "sell", 1, "0 16 20 ");
    slots_of(w, "hyb", 0, "1024 1026 1025 1027 1024 1026 · · 1028 · 1024 1026 ");
    slots_of(w, "hyb", 3, "1027 1029 1029 ");
    m->window.all[0] = m->window.all[1] = 2000; /* blocks of the columns from 1023, 1026 and 1029 */
    slots_of(w, "bsr", 0, "0 3 6 ");
    slots_of(w, "bsr", 1, "341 342 343 341 342 343 ");
    slots_of(w, "bsr", 2,
             "? 4 · ? · 2 ? 5 · 1 · · · 7 · -0.25 3 · · ? ? · ? ? 1e-09 ? ? "
             "? · · ? · · ? -1.5 · · · · · · 6 nan · · · ? ? · ? ? 1.23457e+07 ? ? ");
    m->window.all[1] = 1030; /* the matrix ends where the window does: what the last blocks hold beyond is padding */
    slots_of(w, "bsr", 2,
             "? 4 · ? · 2 ? 5 · 1 · · · 7 · -0.25 3 · · · · · · · 1e-09 · · "
             "? · · ? · · ? -1.5 · · · · · · 6 nan · · · · · · · · 1.23457e+07 · · ");
    slots_of(w, "dia", 0, "-4 -2 -1 1 2 3 4 ");
    m->window.length[4] = 900; /* outside of the window: SELL puts this row first, into a chunk of 4 slots a row */
    slots_of(w, "sell", 0, "1027 1025 1028 1023 1024 1026 ");
    slots_of(w, "sell", 1, "0 16 24 ");
    slots_of(w, "hyb", 3, "1027 1029 1029 ");
}

/* The longest row lies in the window, and a shorter one has an entry outside: it is stored, not padding. */
MODEL_TEST(entries_outside_are_stored)
{
    static const char *const formats[] = { "ell", "ell.col", "sell" };
    feed(m, "{'ev':'matrix','name':'x','rows':2,'cols':9,'nnz':5,'row_max':3}");
    feed(m, "{'ev':'window','from':[0,0],'to':[2,3],'whole':[[0,3],[3,2]],'sell':[[0,3],[1,3]],"
            "'entries':[[0,0,1],[0,1,2],[0,2,3],[1,0,4]]}");
    for (size_t f = 0; f < COUNT(formats); f++) {
        struct arrays a;
        assert_true(make(formats[f], &m->window, &a));
        assert_int_equal(a.entries, 5);
        assert_int_equal(a.slots, 6);
        arrays_free(&a);
    }
}

/* Each number has the colour of its row, a pointer that of the row that begins there; what belongs to several has none.
 */
MODEL_TEST(numbers_know_their_row)
{
    struct arrays a;
    feed(m, window_uneven);
    static const int sorted[] = { 2, 5, 0, 1, 4, 3 }; /* by length */
    for (int i = 0; i < 6; i++) {
        assert_true(make("csr", &m->window, &a));
        assert_int_equal(a.array[0].slot[i].row, i);
        assert_int_equal(a.array[0].slot[6].row, -1);
        assert_int_equal(a.array[2].slot[2].row, 1);
        arrays_free(&a);
        assert_true(make("sell", &m->window, &a));
        assert_int_equal(a.array[0].slot[i].row, sorted[i]);
        assert_int_equal(a.array[1].slot[0].row, -1);
        arrays_free(&a);
    }
}

/* Whole rows of 7, 2 and 0 entries, of which the window has 2, 2 and 0, in a matrix whose longest row has 9: what is
   outside and the padding are one slot each, and count as what they stand for. */
MODEL_TEST(whole_rows)
{
    struct arrays a;
    feed(m, "{'ev':'matrix','name':'x','rows':9,'cols':9,'nnz':18,'row_max':9}");
    feed(m, "{'ev':'window','from':[0,0],'to':[3,3],'whole':[[0,7],[7,2],[9,0]],'sell':[[33,7],[34,7],[2,9]],"
            "'entries':[[0,0,1],[0,2,2],[1,1,3],[1,2,4]]}");
    slots_of(&m->window, "csr", 0, "0 7 9 9 ");
    char text[TEXT_SIZE];
    assert_string_equal(arrays_number(text, 1091), "1091");
    assert_string_equal(arrays_number(text, -123456), "-1.2e5");
    assert_true(make("ell", &m->window, &a));
    assert_true(a.slots == 27 && a.entries == 9 && !a.alone && a.array[0].line == 4);
    assert_true(a.step[2].many == 5 && !a.step[2].padding && a.step[3].many == 2 && a.step[3].padding);
    assert_true(a.step[6].many == 7 && a.step[6].padding && a.array[1].slot[7].blank);
    assert_true(a.steps == 8 && a.step[7].row == 2 && a.step[7].many == 9);
    steps_read_slots(&a);
    arrays_free(&a);
    slots_of(&m->window, "sell", 0, "2 0 1 ");
    assert_true(make("sell", &m->window, &a));
    assert_true(a.slots == 23 && a.entries == 9 && a.step[0].many == 9 && a.array[1].line == 2);
    steps_read_slots(&a);
    arrays_free(&a);
    assert_true(make("dia", &m->window, &a));
    assert_true(a.alone);
    arrays_free(&a);
    slots_of(&m->window, "coo", 0, "0 0 0 1 1 ");
    static const char *const unpadded[] = { "csr", "coo" }; /* the same rows, and as many slots */
    for (int i = 0; i < 2; i++) {
        assert_true(make(unpadded[i], &m->window, &a));
        assert_true(a.whole && !a.alone && a.slots == 9 && a.entries == 9 && a.step[2].many == 5);
        steps_read_slots(&a);
        arrays_free(&a);
    }
}

/* 32 rows of a chunk and 32 of as many others have no room in one picture: SELL shows the window alone. */
MODEL_TEST(sell_of_many_chunks)
{
    struct arrays a;
    struct model_window *w = &m->window;
    window_full(m);
    w->longest = 900;
    for (int i = 0; i < MODEL_WINDOW; i++) {
        w->length[i] = 800;
        w->slots[i] = 900;
        w->place[i] = i < 32 ? i : 32 * i;
    }
    assert_true(make("sell", w, &a));
    assert_true(a.alone && !a.whole && a.slots == MODEL_WINDOW * MODEL_WINDOW);
    arrays_free(&a);
    assert_true(make("ell", w, &a));
    assert_true(a.whole && a.slots == MODEL_WINDOW * 900);
    arrays_free(&a);
}

/* Entries outside the window, out of order or too many are left out, whatever an event says. */
MODEL_TEST(wrong_windows)
{
    static const char *const events[] = {
        "{'ev':'window','from':[0,0],'to':[2,2],'entries':[[0,0,1],[0,0,2],[5,0,1],[1,-1,1],[0,1,3],[]]}",
        "{'ev':'window','from':[0,0],'to':[65,1],'entries':[[0,0,1]]}",
        "{'ev':'window','from':[3,0],'to':[1,1],'entries':[[0,0,1]]}",
        "{'ev':'window','from':[0,0],'to':[1,1]}",
    };
    feed(m, events[0]);
    assert_true(m->window.known && m->window.entries == 2 && m->window.entry[1].value == 3);
    all_formats(&m->window);
    for (size_t i = 1; i < COUNT(events); i++) {
        feed(m, events[i]);
        assert_false(m->window.known);
    }
}

/* Both arrays of ELLPACK have 3 slots a row here: two columns an index, two a value, two between them. CSR's are
   wrapped, and fit anywhere. */
MODEL_TEST(pictures_abreast)
{
    struct arrays a;
    feed(m, "{'ev':'window','from':[0,0],'to':[2,3],'entries':[[0,0,1],[0,1,1],[0,2,1],[1,1,2]]}");
    assert_true(make("ell", &m->window, &a));
    assert_int_equal(arrays_abreast(&a), 3 * 2 + 2 + 3 * 2);
    arrays_free(&a);
    assert_true(make("csr", &m->window, &a));
    assert_int_equal(arrays_abreast(&a), INT_MAX);
    arrays_free(&a);
}

TESTS(NULL, NULL)
