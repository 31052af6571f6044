/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/prompt.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "core/base/user_path.h"

enum { HISTORY_LINES = 1000, WORDS = 512, WAITING = 64 };

/* Readline has one global state, and so has this file. */
static struct {
    struct prompt_hooks hooks;
    bool active, on_terminal, cancelled;
    unsigned char byte[WAITING]; /* fed, but not yet read by readline */
    int first, waiting;
    FILE *nowhere; /* discards what readline would write to the terminal */
    char **word;   /* completions of `text`, being collected */
    int words;
    const char *text;
    bool paths;
    int added; /* lines not yet in the history file */
    bool history;
} p;

/* ---- completion ---- */

static void add_word(const char *word)
{
    if (strcmp(word, PROMPT_PATHS) == 0) {
        p.paths = true;
    } else if (p.words < WORDS && strncmp(word, p.text, strlen(p.text)) == 0) {
        p.word[p.words] = strdup(word);
        p.words += p.word[p.words] != NULL;
    }
}

/* Readline's generator: returns the collected words, which readline then frees. */
static char *next_word(const char *text, int state)
{
    static int at;
    at = state ? at + 1 : 0;
    return at < p.words ? p.word[at] : NULL;
}

static char **complete(const char *text, int start, int end)
{
    char *room[WORDS];
    p.word = room;
    p.words = 0;
    p.text = text;
    p.paths = false;
    rl_attempted_completion_over = 1;
    if (p.hooks.complete)
        p.hooks.complete(p.hooks.arg, rl_line_buffer, start, add_word);
    if (p.paths) {
        int own = p.words;
        char *path;
        for (int state = 0; p.words < WORDS && (path = rl_filename_completion_function(text, state)) != NULL; state = 1)
            p.word[p.words++] = path;
        rl_filename_completion_desired = own == 0; /* a folder gets its slash */
    }
    return p.words > 0 ? rl_completion_matches(text, next_word) : NULL;
}

static void offer(char **matches, int n, int longest)
{
    if (p.on_terminal) {
        rl_display_match_list(matches, n, longest);
        rl_forced_update_display();
    } else if (p.hooks.offer) {
        p.hooks.offer(p.hooks.arg, matches + 1, n); /* matches[0] is their common prefix */
    }
}

/* ---- the line of the screen ---- */

static int get_byte(FILE *in)
{
    if (p.waiting == 0)
        return EOF;
    int c = p.byte[p.first];
    p.first = (p.first + 1) % WAITING;
    p.waiting--;
    return c;
}

static int byte_waits(void)
{
    return p.waiting > 0;
}

static void no_prepare(int meta)
{
}

static void nothing(void)
{
}

static int cancel(int count, int key)
{
    p.cancelled = true;
    rl_done = 1;
    return 0;
}

/* Enter, or the end of input: passes the line to the receiver. */
static void accept_line(char *line)
{
    if (p.cancelled) {
        free(line);
        line = NULL;
    }
    p.cancelled = false;
    if (!p.on_terminal)
        prompt_terminal_end();
    p.hooks.accept(p.hooks.arg, line);
}

static void begin(const char *prompt, const struct prompt_hooks *hooks, bool on_terminal)
{
    p.hooks = *hooks;
    p.on_terminal = on_terminal;
    rl_readline_name = "nzscope";
    rl_change_environment = 0;
    rl_catch_signals = rl_catch_sigwinch = on_terminal;
    rl_attempted_completion_function = complete;
    rl_completion_display_matches_hook = offer;
    rl_completer_word_break_characters = " \t\n\"'=,";
    rl_completer_quote_characters = "\"'";
    rl_filename_quote_characters = " \t\"'#";
    rl_completion_query_items = -1;
    rl_instream = stdin;
    rl_outstream = !on_terminal ? p.nowhere : isatty(STDOUT_FILENO) ? stdout : stderr;
    rl_getc_function = on_terminal ? rl_getc : get_byte;
    rl_input_available_hook = on_terminal ? NULL : byte_waits;
    rl_redisplay_function = on_terminal ? rl_redisplay : nothing;
    rl_prep_term_function = on_terminal ? rl_prep_terminal : no_prepare;
    rl_deprep_term_function = on_terminal ? rl_deprep_terminal : nothing;
    rl_initialize(); /* reads the user's inputrc; our settings follow */
    rl_variable_bind("show-all-if-unmodified", "on");
    rl_variable_bind("match-hidden-files", "off");
    if (!on_terminal) {
        rl_variable_bind("bell-style", "none");
        rl_variable_bind("enable-bracketed-paste", "off");
        rl_bind_key('G' & 0x1f, cancel);
        rl_bind_key('C' & 0x1f, cancel);
    }
    rl_callback_handler_install(prompt, accept_line);
    p.active = true;
}

void prompt_begin(const char *initial, const struct prompt_hooks *hooks)
{
    prompt_end();
    if (!p.nowhere)
        p.nowhere = fopen("/dev/null", "we");
    p.first = p.waiting = 0;
    p.cancelled = false;
    begin(":", hooks, false);
    if (initial && *initial)
        rl_insert_text(initial);
}

/* The number of missing bytes of the UTF-8 character that the waiting bytes begin: readline would wait for them. */
static int bytes_missing(void)
{
    unsigned char c = p.byte[p.first];
    int length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 1;
    return MB_CUR_MAX > 1 && length > p.waiting ? length - p.waiting : 0;
}

void prompt_feed(unsigned char byte)
{
    if (!p.active || p.waiting == WAITING)
        return;
    if (p.waiting > 0 && (byte & 0xC0) != 0x80) /* drop the previous, truncated character */
        p.waiting = 0;
    p.byte[(p.first + p.waiting++) % WAITING] = byte;
    while (p.active && p.waiting > 0 && bytes_missing() == 0)
        rl_callback_read_char();
}

/* Aborts a search or a key sequence in progress. */
static void forget_state(void)
{
    rl_free_line_state();
    rl_callback_sigcleanup();
}

bool prompt_active(void)
{
    return p.active;
}

void prompt_end(void)
{
    if (p.active) {
        forget_state();
        rl_replace_line("", 1);
        prompt_terminal_end();
    }
}

void prompt_text(const char **prompt, const char **line, int *cursor)
{
    *prompt = p.active && rl_display_prompt ? rl_display_prompt : "";
    *line = p.active && rl_line_buffer ? rl_line_buffer : "";
    *cursor = p.active ? rl_point : 0;
}

/* ---- the plain prompt on a terminal ---- */

void prompt_terminal_begin(const char *prompt, const struct prompt_hooks *hooks)
{
    begin(prompt, hooks, true);
}

void prompt_terminal_ready(void)
{
    if (p.active)
        rl_callback_read_char();
}

void prompt_terminal_check(bool redraw)
{
    rl_check_signals();
    if (redraw && p.active)
        rl_forced_update_display();
}

void prompt_terminal_interrupt(void)
{
    forget_state();
    fputs("^C\n", rl_outstream);
    rl_replace_line("", 1);
    rl_on_new_line();
    rl_redisplay();
}

void prompt_terminal_end(void)
{
    if (p.active) {
        rl_callback_handler_remove();
        p.active = false;
    }
}

/* ---- history ---- */

/* The history file's path; creates its folders. False: no place for one. A pipe there would block. */
static bool history_path(char *path, size_t size)
{
    struct stat st;
    return user_path(USER_STATE, "history", path, size) && user_path_folders(path) &&
           (stat(path, &st) != 0 || S_ISREG(st.st_mode));
}

void prompt_history_load(void)
{
    char path[4096];
    if (!p.history) {
        using_history();
        stifle_history(HISTORY_LINES);
        p.history = true;
        if (history_path(path, sizeof path))
            read_history(path);
    }
}

void prompt_history_add(const char *line)
{
    const HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    if (line[strspn(line, " \t")] && !(last && strcmp(last->line, line) == 0)) {
        add_history(line);
        p.added++;
    }
}

/* Appends the new lines to the file, so that two sessions do not lose each other's lines. */
void prompt_history_save(void)
{
    char path[4096];
    if (p.added == 0 || !history_path(path, sizeof path))
        return;
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0 || close(fd) != 0 || append_history(p.added, path) != 0)
        return;
    p.added = 0;
    history_truncate_file(path, HISTORY_LINES);
}
