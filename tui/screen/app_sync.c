/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_sync: keeps the engine in step with the screen: sends what the state now needs. */
#include <stdlib.h>
#include <string.h>

#include "tui/link/client.h"
#include "tui/screen/app.h"

static void ask_spy(struct app *a)
{
    struct spy_raster want;
    if (a->spy_cmd || !spy_raster(a, &want) || memcmp(&want, &a->spy_asked, sizeof want) == 0)
        return;
    a->spy_cmd =
        client_send(a->client, "spy rows=%d cols=%d from=%lld,%lld to=%lld,%lld", want.rows, want.cols,
                    (long long)want.from[0], (long long)want.from[1], (long long)want.to[0], (long long)want.to[1]);
    a->spy_asked = want;
}

/* What is looked at follows the setting, the first of its values. */
static void ask_order(struct app *a)
{
    const char *want = settings_get(&a->settings, "reorder", "none"), *is = a->model->matrix.reorder;
    size_t n = strcspn(want, ",");
    is = is[0] ? is : "none";
    if (strlen(is) != n || strncmp(is, want, n) != 0)
        a->reorder_cmd = client_send(a->client, "reorder %.*s", (int)n, want);
}

/* Where the threads of the next run sit, while that can be seen. */
static void ask_threads(struct app *a)
{
    struct rect r;
    int team = atoi(settings_get(&a->settings, "threads", "0"));
    team = team > 0 ? team : a->model->topology.threads;
    if (a->threads_cmd || !a->model->has_topology || a->threads_asked == team || !app_inside(a, VIEW_threads, &r))
        return;
    a->threads_cmd = client_send(a->client, "threads threads=%d", team);
    a->threads_asked = team;
}

/* A running measurement is not interrupted: what is asked for meanwhile would only wait behind it. */
void app_tick(struct app *a)
{
    app_fetch_tick(a, false);
    if (!a->client || client_is_replay(a->client) || !a->model->ready || a->open_cmd || a->run_cmd || a->reorder_cmd)
        return;
    ask_threads(a);
    if (!a->model->matrix.open)
        return;
    ask_order(a);
    if (a->reorder_cmd)
        return;
    if (a->problem_stale && !a->problem_cmd) {
        char arguments[1024];
        settings_arguments(&a->settings, a->model, false, arguments, sizeof arguments);
        a->problem_cmd = client_send(a->client, "problem%s", arguments);
        a->problem_stale = false;
    }
    if (a->rows_linear && !a->model->matrix.linear_bins && !a->linear_cmd)
        a->linear_cmd = client_send(a->client, "linear bins=16");
    ask_spy(a);
}
