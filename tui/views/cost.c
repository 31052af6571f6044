/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cost: the bytes that a product moves in a format. */
#include "tui/views/why.h"

const struct model_format *cost_format(const struct model *m, const char *name)
{
    for (int i = 0; i < m->formats; i++)
        if (m->format[i].known && strcmp(m->format[i].name, name) == 0 && isfinite(m->format[i].bytes))
            return &m->format[i];
    return NULL;
}

double cost_value_bytes(const char *type)
{
    enum vtype t = VT_F64;
    vtype_parse(type, &t);
    return (double)vtype_size(t);
}

/* Of A with values of `value` bytes; the model may have them for another type. */
static double format_bytes(const struct model *m, const struct model_format *f, double value)
{
    return f ? f->bytes + f->slots * (value - cost_value_bytes(m->format_type)) : NAN;
}

/* Whether the level of this name holds this many bytes; memory, or an unknown level, holds everything. */
static bool holds(const struct model_device *d, const char *level, double bytes)
{
    for (int i = 0; d && i < d->levels; i++)
        if (strcmp(d->level[i].name, level) == 0)
            return bytes <= d->level[i].bytes;
    return true;
}

bool cost_of(const struct model *m, const struct model_format *f, const struct cost_wish *w, struct cost *c)
{
    const char *type = w->type ? w->type : m->format_type;
    const double value = cost_value_bytes(type), nnz = (double)m->matrix.nnz;
    const double k = w->k > 0 ? (double)w->k : 1;
    if (!f || !m->matrix.open || !(nnz > 0) || !(f->slots >= nnz) || !(f->bytes > 0))
        return false;
    *c = (struct cost){ .a = format_bytes(m, f, value),
                        .csr = format_bytes(m, cost_format(m, "csr"), value),
                        .slots = f->slots,
                        .nnz = nnz };
    c->part[COST_PADDING] = c->a * (f->slots - nnz) / f->slots;
    c->part[COST_VALUES] = nnz * value;
    c->part[COST_INDICES] = fmax(0, c->a - c->part[COST_PADDING] - c->part[COST_VALUES]);
    c->part[COST_X] = (double)m->matrix.cols * k * value;
    c->part[COST_Y] = (double)m->matrix.rows * k * value;
    for (int i = 0; i < COST_PARTS; i++)
        c->sum += c->part[i];
    if (w->device)
        c->roof = model_level_of(w->device, c->sum, w->threads);
    if (w->roof && holds(w->device, w->roof->name, c->sum))
        c->roof = *w->roof;
    else if (w->roof && !(c->roof.gbs < w->roof->gbs)) { /* at most as fast as the run's */
        c->roof.gbs = w->roof->gbs;
        c->roof.both[0] = 0;
    }
    c->best = c->roof.gbs > 0 ? 2 * nnz * k / (c->sum / c->roof.gbs) : NAN;
    const double peak = model_peak(w->device, type, w->threads);
    c->at_peak = c->best > peak;
    c->best = c->at_peak ? peak : c->best;
    return true;
}

void cost_text(const struct model *m, const struct model_format *f, const struct cost *c, char *out, size_t size)
{
    char a[TEXT_SIZE], b[TEXT_SIZE], times[TEXT_SIZE], label[TEXT_SIZE];
    const double padding = 1 - c->nnz / c->slots;
    if (strncmp(f->name, "ell", 3) == 0)
        snprintf(out, size, "%s stores %s × %s slots, %s the entries", f->name, text_count(a, m->matrix.rows),
                 text_count(b, m->matrix.row_max), figure_factor(times, c->slots / c->nnz));
    else if (padding > 0)
        snprintf(out, size, "%s stores %s slots for %s entries", figure_format(label, f->name, f->block),
                 text_count(a, (int64_t)c->slots), text_count(b, m->matrix.nnz));
    else
        snprintf(out, size, "%s stores the %s entr%s without padding", figure_format(label, f->name, f->block),
                 text_count(b, m->matrix.nnz), m->matrix.nnz == 1 ? "y" : "ies");
    if (padding > 0)
        text_add(out, size, "; %s padding", figure_padding(a, c->slots / c->nnz));
    if (c->csr > 0 && strcmp(f->name, "csr") != 0)
        text_add(out, size, "; %s the bytes of CSR for A alone", figure_factor(a, c->a / c->csr));
}

const struct model_run *cost_own_layout(const struct model *m, const struct model_format *f)
{
    for (int i = m->runs - 1; i >= m->first; i--) {
        const struct model_run *r = &m->run[i];
        const struct model_kernel *k = model_kernel(m, r->kernel);
        if (r->slots > 0 && r->slots != f->slots && model_run_ok(r) && k && strcmp(k->format, f->name) == 0 &&
            strcmp(r->matrix, m->matrix.name) == 0 && strcmp(r->reorder, m->matrix.reorder) == 0)
            return r;
    }
    return NULL;
}
