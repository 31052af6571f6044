/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_help: the keys, panels, marks and commands, each from its list. */
#include <ctype.h>

#include "core/matrix/format.h"
#include "tui/input/options.h"
#include "tui/views/scene.h"

struct help_page {
    struct canvas *c;
    struct rect r;
    int top, line;      /* lines are counted even if not drawn */
    const char *filter; /* hides entries without it, and headings without entries; "": show all */
    enum match { MATCH_NAME, MATCH_WORD, MATCH_HELP, MATCH_PART, MATCHES } match; /* shows only those of this kind */
    char heading[48]; /* of the next entry; "": already shown */
    const char *here; /* the panel, or its overlay: its keys come first */
    const char *mode; /* "tour", "replay": its keys come even before those; "" none */
    const struct bindings *own;
    const struct model *model;
};

static void heading(struct help_page *p, const char *before, const char *text)
{
    snprintf(p->heading, sizeof p->heading, "%s%s", before, text);
}

static void draw_heading(struct help_page *p)
{
    if (!p->heading[0])
        return;
    if (p->line > 0)
        p->line++;
    canvas_text(p->c, p->r, p->line++ - p->top, 0, ROLE_FOCUS, ATTR_BOLD, p->heading);
    p->heading[0] = 0;
}

/* Wrapped; hidden lines above and below count, too. */
static int help_text(const struct help_page *p, int row, int col, const char *help)
{
    enum { LINES = 8 };
    const int cols = p->r.cols - col;
    int lines = 0, shown;
    for (; *help && lines < LINES && cols > 0; lines++) {
        const int used = canvas_line(help, cols, &shown);
        canvas_print(p->c, p->r, row + lines, col, ROLE_TEXT, 0, "%.*s", shown, help);
        help += used;
    }
    return int_max(lines, 1);
}

enum { WIDE = 22 };

/* Whether one of the words of `what` is this: a key as it is typed, a command with or without its colon. */
static bool is_name(const char *what, const char *word)
{
    const size_t n = strlen(word);
    int length;
    if (strcasecmp(what, word) == 0 && n > 1)
        return true;
    for (const char *w; (w = text_word(&what, &length));) {
        const bool colon = *w == ':' && length > 1 && *word != ':';
        if ((size_t)length - colon == n && (n > 1 ? strncasecmp : strncmp)(w + colon, word, n) == 0)
            return true;
    }
    return false;
}

/* Whether a word of the text begins so. */
static bool has_word(const char *text, const char *word)
{
    for (const char *at = text; (at = strcasestr(at, word)); at++)
        if (at == text || !isalnum((unsigned char)at[-1]))
            return true;
    return false;
}

/* How an entry matches; MATCHES: not at all. */
static enum match match_of(const char *filter, const char *what, const char *arguments, const char *help)
{
    return !*filter || is_name(what, filter)                                                       ? MATCH_NAME
           : has_word(what, filter)                                                                ? MATCH_WORD
           : has_word(arguments, filter) || has_word(help, filter)                                 ? MATCH_HELP
           : strcasestr(what, filter) || strcasestr(arguments, filter) || strcasestr(help, filter) ? MATCH_PART
                                                                                                   : MATCHES;
}

static void entry(struct help_page *p, const char *what, const char *arguments, const char *help)
{
    if (match_of(p->filter, what, arguments, help) != p->match)
        return;
    draw_heading(p);
    int row = p->line - p->top;
    int used = canvas_text(p->c, p->r, row, 1, ROLE_KEY, ATTR_BOLD, what);
    if (arguments[0])
        used += canvas_print(p->c, p->r, row, 2 + used, ROLE_DIM, 0, "%s", arguments) + 1;
    if (used + 3 > WIDE && help[0]) /* the help begins on the next line */
        row = ++p->line - p->top;
    p->line += help_text(p, row, WIDE, help);
}

struct help_word {
    const char *word, *means;
};

static const struct help_word signs[] = {
#define SIGN(sign, means) { sign, means },
#define WORD(word, means)
#include "tui/views/words.list"
};

static const struct help_word words[] = {
#define SIGN(sign, means)
#define WORD(word, means) { word, means },
#include "tui/views/words.list"
};

static void list_words(struct help_page *p, const char *title, const struct help_word *word, size_t n)
{
    heading(p, "", title);
    for (size_t i = 0; i < n; i++)
        entry(p, word[i].word, "", word[i].means);
}

static void list_formats(struct help_page *p)
{
    char text[300];
    heading(p, "", "Formats");
    for (const struct format *f = formats; f->name; f++) {
        snprintf(text, sizeof text, "%s. Good for %s", f->what, f->suits);
        entry(p, f->name, f->title, text);
    }
}

/* A kernel is also found by the title of its format. There are many, so they are listed only in a search. */
static void list_kernels(struct help_page *p, const struct model *m)
{
    heading(p, "", "Kernels");
    for (int i = 0; i < m->kernels && p->filter[0]; i++) {
        const struct format *f = format_find(m->kernel[i].format);
        entry(p, m->kernel[i].name, f ? f->title : "", m->kernel[i].what);
    }
}

static void list_operations(struct help_page *p, const struct model *m)
{
    heading(p, "", "Operations");
    for (int i = 0; i < m->operations; i++)
        entry(p, m->operation[i].name, "", m->operation[i].what);
}

static void list_keys_of(struct help_page *p, const char *before, const char *title, const char *view)
{
    heading(p, before, title);
    for (int i = 0; i < key_bindings; i++)
        if (view[0] && strcmp(key_table[i].view, view) == 0 && key_table[i].help[0])
            entry(p, key_table[i].keys, "", key_table[i].help);
}

static bool gives(const struct binding *b, const char *command)
{
    const size_t n = strlen(command);
    return strncmp(b->command, command, n) == 0 && (!b->command[n] || b->command[n] == ' ');
}

/* The keys for a command in every panel. */
static void list_keys(struct help_page *p, const struct tui_command_info *command)
{
    for (int i = 0; i < key_bindings; i++)
        if (!key_table[i].view[0] && key_table[i].help[0] && gives(&key_table[i], command->name))
            entry(p, key_table[i].keys, "", key_table[i].help);
}

/* The command itself, if it can do more than its keys or has none. */
static void list_command(struct help_page *p, const struct tui_command_info *command)
{
    char typed[64];
    bool has_key = false;
    for (int i = 0; i < key_bindings; i++)
        has_key |= gives(&key_table[i], command->name);
    snprintf(typed, sizeof typed, ":%s", command->name);
    if (!has_key || command->arguments[0])
        entry(p, typed, command->arguments, command->help);
}

static void list_groups(struct help_page *p, const char *before,
                        void (*list)(struct help_page *, const struct tui_command_info *))
{
    for (int i = 0; i < command_rows; i++)
        if (command_row[i].group)
            heading(p, before, command_row[i].group);
        else if (tui_commands[command_row[i].command].where & SCREEN)
            list(p, &tui_commands[command_row[i].command]);
}

static void list_panels(struct help_page *p)
{
    char text[96];
    heading(p, "", "Panels");
    for (int i = 0; i < VIEW_COUNT; i++)
        if (!views[i]->overlay) {
            snprintf(text, sizeof text, "%d %s", i + 1, views[i]->name);
            entry(p, text, "", views[i]->help);
        }
}

static void list_other_keys(struct help_page *p)
{
    static const char *const modes[] = { "tour", "replay" };
    for (int i = 0; i < VIEW_COUNT; i++)
        list_keys_of(p, "Keys in ", views[i]->title, strcmp(views[i]->name, p->here) != 0 ? views[i]->name : "");
    for (int i = 0; i < 2; i++)
        list_keys_of(p, "Keys in a ", modes[i], strcmp(modes[i], p->mode) != 0 ? modes[i] : "");
}

/* What a beginner looks for comes first: the keys of what is seen, and its signs; then all keys, and words. */
static void draw_matches(struct help_page *p)
{
    const struct view *here = views[view_find(p->here)];
    list_keys_of(p, "In this ", p->mode, p->mode);
    list_keys_of(p, here->overlay ? "Here: " : "In this panel: ", here->title, p->here);
    heading(p, "", "Keys of your own");
    for (int i = 0; p->own && i < p->own->count; i++)
        entry(p, p->own->own[i].key, "", p->own->own[i].command);
    list_words(p, "Signs", signs, COUNT(signs));
    list_groups(p, "", list_keys);
    list_words(p, "Words", words, COUNT(words));
    list_formats(p);
    list_kernels(p, p->model);
    list_operations(p, p->model);
    list_panels(p);
    list_other_keys(p);
    list_groups(p, "Commands: ", list_command);
    heading(p, "Commands: ", "settings");
    entry(p, ":k 16", "", "any setting's name is a command too; values are lists: 1,2,4  1..8  1..256x2");
}

/* Of what is searched: what is called so, then what begins so, and what only has it in its help or within a word. */
static void draw_all(struct help_page *p)
{
    for (p->match = MATCH_NAME; p->match < (*p->filter ? MATCHES : MATCH_WORD); p->match++)
        draw_matches(p);
}

static struct help_page page_of(const struct scene *s, struct canvas *c, struct rect r)
{
    return (struct help_page){ .c = c,
                               .r = r,
                               .filter = s->state[VIEW_help].filter,
                               .here = views[s->under >= 0 ? s->under : s->focus]->name,
                               .mode = s->mode ? s->mode : "",
                               .own = s->bindings,
                               .model = s->model };
}

/* A wide screen has a second column. */
static int columns_of(int cols)
{
    return cols >= 150 ? 2 : 1;
}

static int lines(const struct scene *s, int cols)
{
    struct canvas none = { 0 };
    struct help_page p = page_of(s, &none, (struct rect){ .cols = cols / columns_of(cols) });
    draw_all(&p);
    return p.line;
}

static void draw(const struct scene *s, struct canvas *c, struct rect r)
{
    int across = columns_of(r.cols), width = r.cols / across;
    int n = lines(s, r.cols), room = across * r.rows, top = int_clamp(s->state[VIEW_help].at, 0, n - room);
    for (int i = 0; i < across; i++) {
        struct help_page p = page_of(s, c, canvas_part(r, 0, i * width, r.rows, width - (across > 1)));
        p.top = top + i * r.rows;
        draw_all(&p);
    }
    if (n == 0)
        canvas_text(c, r, 0, 0, ROLE_DIM, 0, "nothing matches; / looks for another word, Esc leads back");
    view_more(c, r, top, top + room < n ? n : top + r.rows);
}

static void aside(const struct scene *s, char *text, size_t size)
{
    if (s->state[VIEW_help].filter[0])
        snprintf(text, size, "\"%s\"", s->state[VIEW_help].filter);
    else
        snprintf(text, size, "/ finds a word or sign · Esc: back");
}

static bool act(const struct scene *s, struct view_state *own, const char *word, struct view_reply *reply)
{
    const int beside = (columns_of(s->inside.cols) - 1) * s->inside.rows;
    return view_scroll(s, own, word, lines(s, s->inside.cols) - beside);
}

const struct view view_help = {
    .name = "help",
    .title = "Help",
    .help = "keys, panels and commands",
    .overlay = true,
    .aside = aside,
    .draw = draw,
    .act = act,
    .filters = true,
};
