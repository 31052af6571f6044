/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_detail: everything that is known about the run under the cursor. */
#include <stdio.h>
#include <string.h>

#include "tui/views/figure.h"
#include "tui/views/runs.h"

/* "roof 7.50 GFLOPS = 0.157 flop/B × 48.0 GB/s": arithmetic intensity times bandwidth. */
static void roof_of(const struct model_run *r, char *out, size_t size)
{
    char roof[TEXT_SIZE], intensity[TEXT_SIZE], bandwidth[TEXT_SIZE];
    out[0] = 0;
    if (bars_roof(r) > 0 && r->gflops > 0 && r->gbs > 0 && r->roof_gbs > 0)
        snprintf(out, size, " · roof %s GFLOPS = %s flop/B × %s GB/s", figure_number(roof, bars_roof(r)),
                 figure_number(intensity, r->gflops / r->gbs), figure_number(bandwidth, r->roof_gbs));
}

/* A finished run's figures, the most important first. */
static void measured_text(const struct model_run *r, char *out, size_t size)
{
    char time[TEXT_SIZE], mean[TEXT_SIZE + 8] = "", rate[TEXT_SIZE + 16] = "", gbs[TEXT_SIZE], prepare[TEXT_SIZE],
                                           error[TEXT_SIZE], number[TEXT_SIZE], roof[120], order[200] = "";
    if (r->reorder[0])
        figure_order_text(order, sizeof order,
                          &(struct figure_order){ r->reorder_ms, r->plain_ms, r->time_ms, r->pays_after });
    if (r->time_mean_ms > 0)
        snprintf(mean, sizeof mean, ", mean %s", figure_ms(number, r->time_mean_ms));
    if (r->gflops > 0)
        snprintf(rate, sizeof rate, " · %s Gnnz/s", figure_number(number, r->gnnzs));
    roof_of(r, roof, sizeof roof);
    snprintf(out, size, "median %s of %d samples%s · error %s of bound%s · prepare %s · %s GB/s%s%s%s%s%s%s",
             figure_ms(time, r->time_ms), r->samples, mean, figure_number(error, r->err_ratio),
             r->sampled_check ? " (sampled rows)" : "", figure_ms(prepare, r->prepare_ms), figure_number(gbs, r->gbs),
             r->params[0] ? " · " : "", r->params, order[0] ? " · " : "", order, rate, roof);
}

/* "1.3× peer.librsb · ": the ratio to the fastest library. */
static size_t library_text(const struct bars *b, const struct model_run *r, char *out, size_t size)
{
    const struct model_run *library = bars_library(b, r);
    char times[TEXT_SIZE];
    out[0] = 0;
    if (!library || library == r)
        return 0;
    return (size_t)snprintf(out, size, "%s %s · ", figure_times(times, bars_rate(r) / bars_rate(library)),
                            library->kernel);
}

int runs_detail(const struct runs_panel *p, int row, int lines, int i)
{
    if (p->bars->line[i].published)
        return runs_published_detail(p, row, lines, p->bars->line[i].published);
    const struct model_run *r = p->bars->run[p->bars->line[i].run];
    char text[1024];
    if (!r->status[0])
        snprintf(text, sizeof text, "%s %s is running", r->kernel, r->params);
    else if (strcmp(r->status, "ok") != 0)
        snprintf(text, sizeof text, "%s %s: %s", r->kernel, r->status, r->text);
    else {
        size_t used = library_text(p->bars, r, text, sizeof text);
        measured_text(r, text + used, sizeof text - used);
    }
    bool bad = strcmp(r->status, "FAIL") == 0;
    return canvas_wrap(p->canvas, p->rect, row, 1, lines, bad ? ROLE_BAD : ROLE_DIM, text);
}
