/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu/layout/row_places.h"

#include "core/matrix/reorder.h"

static struct row_place place_of(const struct csr *a, int64_t i)
{
    return (struct row_place){ a->ptr[i], (int32_t)row_length(a, i), (int32_t)i };
}

/* By insertion: windows are short, and rows of similar length are often neighbours already. */
static void sort_window(const struct csr *a, int64_t first, int64_t end, struct row_place *place)
{
    for (int64_t i = first; i < end; i++) {
        const struct row_place next = place_of(a, i);
        int64_t at = i;
        for (; at > first && place[at - 1].count < next.count; at--)
            place[at] = place[at - 1];
        place[at] = next;
    }
}

static bool places_new(const struct csr *a, struct row_place **out, struct err *e)
{
    *out = malloc((size_t)a->m * sizeof **out + 1);
    return *out || err_nomem(e, "the places of rows", (uint64_t)a->m * sizeof **out);
}

bool row_places_windows(const struct csr *a, int64_t window, struct row_place **out, struct err *e)
{
    if (!places_new(a, out, e))
        return false;
#pragma omp parallel for schedule(static)
    for (int64_t first = 0; first < a->m; first += window)
        sort_window(a, first, first + window < a->m ? first + window : a->m, *out);
    return true;
}

bool row_places_all(const struct csr *a, struct row_place **out, struct err *e)
{
    int32_t *row = malloc((size_t)a->m * sizeof *row + 1);
    bool ok = row || err_nomem(e, "the order of rows", (uint64_t)a->m * sizeof *row);
    *out = NULL;
    ok = ok && reorder_rowlen.find(a, row, NULL, e) && places_new(a, out, e);
    if (ok) {
#pragma omp parallel for schedule(static)
        for (int64_t i = 0; i < a->m; i++)
            (*out)[i] = place_of(a, row[i]);
    }
    free(row);
    return ok;
}

/* ---- what rows share ---- */

/* At most this many rows per sample; entries examined of a row. */
enum { SAMPLES = 4, ROWS = 2048, EACH = 256 };

/* Distinct columns of `rows` rows first, first + step …, and their entries; -1: out of memory. */
static int64_t look(const struct csr *a, int64_t first, int64_t step, int64_t rows, int64_t *entries)
{
    int64_t distinct = 0;
    uint8_t *seen = calloc((size_t)a->n / 8 + 1, 1);
    *entries = 0;
    if (!seen)
        return -1;
    for (int64_t i = first; rows > 0; i += step, rows--)
        for (int64_t p = a->ptr[i]; p < a->ptr[i + 1] && p < a->ptr[i] + EACH; p++) {
            const int32_t j = a->ind[p];
            distinct += !(seen[j / 8] >> j % 8 & 1);
            seen[j / 8] |= (uint8_t)(1 << j % 8);
            ++*entries;
        }
    free(seen);
    return distinct;
}

bool row_places_sharing(const struct csr *a, double *gain, struct err *e)
{
    const int64_t rows = a->m / SAMPLES < ROWS ? a->m / SAMPLES : ROWS, step = rows > 0 ? a->m / rows : 0;
    int64_t columns[2 * SAMPLES], entries[2 * SAMPLES], sum[2] = { 0, 0 }, all[2] = { 0, 0 };
    bool ok = true;
#pragma omp parallel for schedule(dynamic, 1)
    for (int64_t s = 0; s < 2 * SAMPLES; s++) /* near, far, near … */
        columns[s] = look(a, (s % 2 ? step : a->m - rows) * (s / 2) / SAMPLES, s % 2 ? step : 1, rows, &entries[s]);
    for (int s = 0; s < 2 * SAMPLES; s++) {
        ok = ok && columns[s] >= 0;
        sum[s % 2] += columns[s];
        all[s % 2] += entries[s];
    }
    *gain = sum[0] > 0 && all[1] > 0 ? (double)sum[1] / (double)all[1] / ((double)sum[0] / (double)all[0]) : 1;
    return ok || err_nomem(e, "a sample of rows", (uint64_t)a->n / 8 + 1);
}
