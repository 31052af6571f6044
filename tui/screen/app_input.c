/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_input: keys, and the words of the `:` line. */
#include <sys/stat.h>

#include "tui/input/grammar.h"
#include "tui/screen/actions.h"

/* ---- keys ---- */

/* The filter follows every key; Enter keeps it, Esc clears it. */
static void type_filter(struct app *a, int key)
{
    size_t n = strlen(a->dialog.input);
    if (key == KEY_RETURN || key == KEY_ESC || key == KEY_ARROW_DOWN || key == KEY_ARROW_UP)
        a->dialog.typing = false;
    if (key == KEY_ESC || key == ('U' & 0x1f))
        a->dialog.input[0] = 0;
    else if (key == KEY_DELETE_BACK || key == 8)
        while (n > 0 && (a->dialog.input[--n] & 0xc0) == 0x80)
            ;
    if (key == KEY_DELETE_BACK || key == 8)
        a->dialog.input[n] = 0;
    if (key >= ' ' && key < KEY_ARROW_UP && key != KEY_DELETE_BACK && n + 5 < sizeof a->dialog.input) {
        n += (size_t)canvas_encode((uint32_t)key, a->dialog.input + n);
        a->dialog.input[n] = 0;
    }
    snprintf(app_filter(a), VIEW_FILTER, "%s", a->dialog.input);
    if (a->panels.overlay >= 0)
        a->state[a->panels.overlay].at = 0;
}

/* Whether a key for any view addresses the panels under the help or the picker: its effect would be hidden. */
static bool is_covered(const struct app *a, const struct binding *b)
{
    static const char reach[] =
        "up down pageup pagedown first last left right back quit interrupt help open filter line "
        "theme mouse redraw suspend";
    return a->panels.overlay >= 0 && views[a->panels.overlay]->filters && !b->view[0] &&
           !text_has(reach, b->command, (int)strlen(b->command));
}

void app_key(struct app *a, int key)
{
    a->dialog.message[0] = 0;
    if (a->dialog.typing) {
        type_filter(a, key);
        return;
    }
    const char *view = views[panels_front(&a->panels)]->name;
    const bool pages =
        a->panels.overlay >= 0 && views[a->panels.overlay]->filters; /* help and picker keep their keys */
    const struct binding *b = key_find(key, pages ? "" : app_mode(a), view);
    const struct binding own = { .view = "", .command = bindings_find(&a->bindings, key) };
    if (own.command && !(b && b->view[0])) /* a panel's own keys come first */
        b = &own;
    if (b && !is_covered(a, b)) {
        app_command(a, b->command);
        return;
    }
    a->leaving = 0;
    if (b)
        app_say(a, false, "/ searches here, Esc goes back");
    else if (key > ' ' && key < KEY_DELETE_BACK)
        app_say(a, false, "no key %c: ? lists them", key);
}

/* ---- completion ---- */

static void add_kernels(const struct app *a, void (*add)(const char *))
{
    for (int i = 0; i < a->model->kernels; i++)
        add(a->model->kernel[i].name);
}

static void add_partners(const struct app *a, void (*add)(const char *))
{
    struct partners p = { 0 };
    partners_fill(&p, a->model, NULL, 0, a->results.baseline.rows != NULL);
    for (int i = 0; i < p.n; i++)
        add(p.entry[i].name);
    partners_free(&p);
    add("none");
}

static void add_settings(const struct app *a, void (*add)(const char *))
{
    struct setting row[SETTINGS_MAX];
    int n = settings_rows(&a->settings, a->model, row);
    for (int i = 0; i < n; i++)
        add(row[i].name);
}

/* The choices of a setting; false: not a setting. */
static bool add_choices(const struct app *a, const char *name, void (*add)(const char *))
{
    struct setting row;
    if (!settings_row(&a->settings, a->model, name, &row))
        return false;
    for (char *word = row.choices, *save = NULL; (word = strtok_r(word, " ", &save)); word = NULL)
        add(word);
    return true;
}

void app_complete(void *arg, const char *line, int start, void (*add)(const char *word))
{
    const struct app *a = arg;
    char first[32] = "", second[32] = "";
    const int words = sscanf(line, "%31s %31s", first, second), length = (int)strlen(first);
    if ((int)strspn(line, " ") >= start) {
        add_settings(a, add);
        grammar_words(SCREEN, line, start, NULL, add);
    } else if (text_has("run compare mark unmark", first, length)) {
        add_kernels(a, add);
    } else if (text_has("why microscope", first, length)) {
        for (int i = 0; i < a->model->formats; i++)
            add(a->model->format[i].name);
        if (first[0] == 'w')
            add_kernels(a, add);
    } else if (text_has("focus zoom", first, length)) {
        for (int i = 0; i < VIEW_COUNT; i++)
            if (!views[i]->overlay)
                add(views[i]->name);
    } else if (strcmp(first, "partners") == 0) {
        add_partners(a, add);
    } else if (text_has("baseline tour", first, length)) {
        (first[0] == 'b' ? kept_offer : tour_offer)(add);
        grammar_words(SCREEN, line, start, NULL, add);
    } else if (text_has("setting sweep", first, length)) {
        add_settings(a, add);
    } else if (strcmp(first, "set") == 0) {
        if (words < 2 || start <= (int)(strstr(line, second) - line) || !add_choices(a, second, add))
            add_settings(a, add);
    } else if (!add_choices(a, first, add)) {
        grammar_words(SCREEN, line, start, NULL, add);
    }
}

/* The length of the longest "folder/" that all words begin with. */
static size_t shared_folder(char **word, int n)
{
    const char *slash = strrchr(word[0], '/');
    size_t shared = slash ? (size_t)(slash + 1 - word[0]) : 0;
    for (int i = 1; i < n; i++)
        while (shared > 0 && strncmp(word[0], word[i], shared) != 0)
            do
                shared--;
            while (shared > 0 && word[0][shared - 1] != '/');
    return shared;
}

void app_offer(void *arg, char **word, int n)
{
    struct app *a = arg;
    char *offer = a->dialog.offer;
    size_t used = 0, shared = n > 0 ? shared_folder(word, n) : 0;
    a->dialog.offers = n;
    offer[0] = 0;
    for (int i = 0; i < n; i++) {
        struct stat st;
        bool folder = stat(word[i], &st) == 0 && S_ISDIR(st.st_mode);
        if (used + strlen(word[i] + shared) + 3 >= sizeof a->dialog.offer)
            break;
        used += (size_t)snprintf(offer + used, sizeof a->dialog.offer - used, "%s%s\n", word[i] + shared,
                                 folder ? "/" : "");
    }
}
