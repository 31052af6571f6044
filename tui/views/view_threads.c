/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_threads: the machine's processors, core by core, with the number of the thread on each. */
#include "core/measure/device.h"
#include "tui/views/scene.h"

/* How the map is drawn: a core is a cell of `cell` columns, with a number of `digits` for each hardware thread. */
struct map {
    const struct topology *t;
    int label, digits, cell, per_line;
    bool nodes; /* lines are named after NUMA nodes, not sockets */
};

/* ---- facts ---- */

static void cache_size(char out[TEXT_SIZE], uint64_t bytes)
{
    if (bytes < 1 << 20)
        snprintf(out, TEXT_SIZE, "%.4gK", (double)bytes / 1024);
    else
        snprintf(out, TEXT_SIZE, "%.3gM", (double)bytes / (1 << 20));
}

/* "L1 32K a core · L3 35.8M for 16 cores" */
static void caches_text(const struct topology *t, char *out, size_t size)
{
    out[0] = 0;
    for (int i = 0; i < t->caches; i++) {
        const struct cache_kind *k = &t->cache[i];
        char bytes[TEXT_SIZE], cores[32] = "a core";
        cache_size(bytes, k->bytes);
        if (k->cores > 1)
            snprintf(cores, sizeof cores, "for %d cores", k->cores);
        text_join(out, size, " · ", "L%d %s %s", k->level, bytes, cores);
    }
    if (!t->caches)
        snprintf(out, size, "caches are not known: %s", t->source);
}

static bool same_core(const struct topology *t, int i, int j)
{
    return t->processor[i].core == t->processor[j].core;
}

/* The number of processors that we may use, or of their cores. */
static int allowed(const struct topology *t, bool cores)
{
    int n = 0, last = -1;
    for (int i = 0; i < t->processors; i++) {
        if (t->processor[i].thread == SEAT_BARRED || (cores && last >= 0 && same_core(t, i, last)))
            continue;
        last = i;
        n++;
    }
    return n;
}

static void topology_text(const struct topology *t, const struct model_device *d, char *out, size_t size)
{
    snprintf(out, size, "%d socket%s · %d NUMA node%s · %d core%s · %d hardware thread%s", t->sockets,
             text_plural(t->sockets), t->nodes, text_plural(t->nodes), t->cores, text_plural(t->cores), t->processors,
             text_plural(t->processors));
    if (allowed(t, false) < t->processors)
        text_add(out, size, ", %d allowed", allowed(t, false));
    if (d)
        text_add(out, size, " · %s", d->name);
}

static void speed_text(const struct topology *t, const struct model_device *d, char *out, size_t size)
{
    char read[TEXT_SIZE], copy[TEXT_SIZE];
    if (d && d->read_gbs > 0)
        snprintf(out, size, "%s · reads %s GB/s, copies %s GB/s", t->simd, figure_number(read, d->read_gbs),
                 figure_number(copy, d->copy_gbs));
    else
        snprintf(out, size, "%s · bandwidth: not measured yet, the first run does", t->simd);
}

static void state_text(const struct topology *t, char *out, size_t size)
{
    const char *how = t->threads <= allowed(t, true)    ? ", each to a core of its own"
                      : t->threads <= allowed(t, false) ? ", first one a core, then a second one"
                                                        : ", more than processors: they share";
    if (t->pinned)
        snprintf(out, size, "%d thread%s pinned%s", t->threads, text_plural(t->threads), how);
    else
        snprintf(out, size, "%d thread%s, not pinned: %s", t->threads, text_plural(t->threads), t->why);
}

static const struct model_device *cpu(const struct model *m)
{
    for (int i = 0; i < m->devices; i++)
        if (device_is_cpu(m->device[i].kind))
            return &m->device[i];
    return NULL;
}

/* One fact from *row on; a long one gets a second line if one is free. */
static void draw_fact(struct canvas *c, struct rect r, int *row, int *spare, enum role role, const char *text)
{
    int lines = canvas_width(text) > r.cols && *spare > 0 ? 2 : 1;
    if (lines == 1)
        canvas_clip(c, r, *row, 0, r.cols, role, 0, text);
    else
        canvas_wrap(c, r, *row, 0, lines, role, text);
    *row += lines;
    *spare -= lines - 1;
}

static int draw_facts(const struct model *m, struct canvas *c, struct rect r)
{
    enum { FACTS = 4, MAP = 3 };
    const struct topology *t = &m->topology;
    int row = 0, spare = r.rows - FACTS - MAP;
    char text[400];
    state_text(t, text, sizeof text);
    draw_fact(c, r, &row, &spare, t->pinned ? ROLE_OK : ROLE_WARN, text);
    if (t->quota > 0 && t->quota < allowed(t, false)) {
        snprintf(text, sizeof text, "the control group's quota is worth %.3g of %d processors", t->quota,
                 allowed(t, false));
        draw_fact(c, r, &row, &spare, ROLE_WARN, text);
    }
    topology_text(t, cpu(m), text, sizeof text);
    draw_fact(c, r, &row, &spare, ROLE_TEXT, text);
    caches_text(t, text, sizeof text);
    draw_fact(c, r, &row, &spare, ROLE_TEXT, text);
    speed_text(t, cpu(m), text, sizeof text);
    draw_fact(c, r, &row, &spare, ROLE_DIM, text);
    return row;
}

/* ---- the map ---- */

/* The processors of a socket's NUMA node: first .. the returned one, exclusive. */
static int group_end(const struct topology *t, int first)
{
    int i = first;
    while (i < t->processors && t->processor[i].socket == t->processor[first].socket &&
           t->processor[i].node == t->processor[first].node)
        i++;
    return i;
}

static int hardware_threads(const struct topology *t)
{
    int most = 1, run = 0;
    for (int i = 0; i < t->processors; i++) {
        run = i > 0 && same_core(t, i, i - 1) ? run + 1 : 1;
        most = run > most ? run : most;
    }
    return most;
}

/* Cores that share the first processor's cache. */
static int cache_cores(const struct topology *t)
{
    int cores = 0;
    for (int i = 0; i < t->processors && t->processor[i].cache == t->processor[0].cache; i++)
        cores += i == 0 || !same_core(t, i, i - 1);
    return cores;
}

/* Cells separated by `gap` blanks; a line holds whole caches, or a multiple of four. */
static struct map map_make(const struct topology *t, int cols, int gap)
{
    struct map m = { .t = t, .digits = t->threads > 100 ? 3 : 2, .nodes = t->nodes > t->sockets };
    int unit = cache_cores(t);
    m.label = cols < 40 ? 2 : 8;
    m.cell = hardware_threads(t) * (m.digits + 1) + gap;
    m.per_line = (cols - m.label - 1) / m.cell;
    m.per_line = m.per_line < 1 ? 1 : m.per_line;
    unit = unit > 1 && unit <= m.per_line ? unit : m.per_line > 4 ? 4 : 1;
    m.per_line = m.per_line / unit * unit;
    return m;
}

static void draw_seat(struct canvas *c, struct rect r, int row, int end, int thread, bool first)
{
    char text[16];
    snprintf(text, sizeof text, "%d", thread);
    if (thread >= 0)
        canvas_right(c, r, row, end, first ? ROLE_CPU : ROLE_PEER, first ? ATTR_BOLD : 0, text);
    else
        canvas_right(c, r, row, end, ROLE_DIM, 0, thread == SEAT_BARRED ? "-" : ".");
}

/* A group from `row` on, which may lie above r; returns the row after it. */
static int draw_group(struct canvas *c, struct rect r, const struct map *m, int row, int first, int end)
{
    const struct processor *p = m->t->processor;
    int core = -1, hardware = 0;
    char label[32];
    snprintf(label, sizeof label, r.cols < 40 ? "%.1s%d" : "%s %d", m->nodes ? "node" : "socket",
             m->nodes ? p[first].node : p[first].socket);
    if (row >= 0)
        canvas_text(c, r, row, 0, ROLE_DIM, 0, label);
    for (int i = first; i < end; i++) {
        bool next = i == first || !same_core(m->t, i, i - 1);
        core += next;
        hardware = next ? 0 : hardware + 1;
        int at = row + core / m->per_line, col = m->label + core % m->per_line * m->cell;
        if (at < 0 || at >= r.rows)
            continue;
        if (next && core % m->per_line && p[i].cache != p[i - 1].cache)
            canvas_put(c, r, at, col, 0x2502, ROLE_FRAME, 0);
        draw_seat(c, r, at, col + (hardware + 1) * (m->digits + 1), p[i].thread, hardware == 0);
    }
    return row + core / m->per_line + 1;
}

/* All groups from `row` on; returns the row after them. */
static int draw_groups(struct canvas *c, struct rect r, const struct map *m, int row)
{
    for (int first = 0, end; first < m->t->processors; first = end) {
        end = group_end(m->t, first);
        row = draw_group(c, r, m, row, first, end);
    }
    return row;
}

static void draw_map(const struct topology *t, struct canvas *c, struct rect r, int at)
{
    struct canvas none = { 0 };
    struct map m = map_make(t, r.cols, hardware_threads(t) > 1);
    if (draw_groups(&none, r, &m, 0) > r.rows)
        m = map_make(t, r.cols, 0);
    const int lines = draw_groups(&none, r, &m, 0), top = int_clamp(at, 0, lines - r.rows);
    draw_groups(c, r, &m, -top);
    view_more(c, r, top, lines);
}

/* ---- the view ---- */

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    const struct model *m = s->model;
    if (!m->has_topology) {
        canvas_clip(c, r, 0, 0, r.cols, ROLE_DIM, 0, m->ready ? "this engine does not say where threads run" : "–");
        return;
    }
    int facts = draw_facts(m, c, r);
    facts += r.rows > facts + 8;
    if (facts < r.rows)
        draw_map(&m->topology, c, canvas_part(r, facts, 0, r.rows - facts, r.cols), s->state[VIEW_threads].at);
}

static void aside(const struct scene *s, char *text, size_t size)
{
    const struct topology *t = &s->model->topology;
    if (s->model->has_topology)
        snprintf(text, size, t->pinned ? "%d pinned" : "not pinned", t->threads);
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    return view_move(word, &own->at, s->model->topology.processors, scene_page(s));
}

/* The places of the next run's threads. */
static bool wants(const struct scene *s, char *command, size_t size)
{
    int team = atoi(settings_get(s->settings, "threads", "0"));
    snprintf(command, size, "threads threads=%d", team > 0 ? team : s->model->topology.threads);
    return s->model->has_topology;
}

const struct view view_threads = {
    .name = "threads",
    .title = "Threads",
    .help = "sockets, cores and caches, and which thread sits where; | parts the caches, - is not ours to use",
    .below = 1u << VIEW_run | 1u << VIEW_spy,
    .aside = aside,
    .draw = draw,
    .act = act,
    .wants = wants,
};
