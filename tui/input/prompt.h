/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prompt: GNU Readline, fed one byte at a time so that everything else continues; history between sessions. */
#pragma once

#include "core/base/std.h"

/* Offers words that fit at `start` of `line`: calls add(word) for each, whatever is typed there already;
   add(PROMPT_PATHS) says that files also fit. */
#define PROMPT_PATHS "/"
typedef void prompt_source(void *arg, const char *line, int start, void (*add)(const char *word));

struct prompt_hooks {
    void (*accept)(void *arg, char *line);         /* Enter: the line, to be freed; NULL: end of input or Ctrl-G/Esc */
    void (*offer)(void *arg, char **words, int n); /* a second Tab: the possible completions */
    prompt_source *complete;                       /* words of the grammar */
    void *arg;
};

/* Starts a line that prompt_feed edits and the caller draws from prompt_text: nothing is written to the terminal. */
void prompt_begin(const char *initial, const struct prompt_hooks *);
void prompt_feed(unsigned char byte);
bool prompt_active(void); /* until Enter, or prompt_end */
void prompt_end(void);
/* What to draw: the prompt (":" or readline's own, "(reverse-i-search)…"), the line, the cursor's byte offset in it. */
void prompt_text(const char **prompt, const char **line, int *cursor);

/* History file: $XDG_STATE_HOME/nzscope/history, else ~/.local/state/nzscope/history. */
void prompt_history_load(void);
void prompt_history_add(const char *line);
void prompt_history_save(void);

/* For the lines front end: a plain readline prompt, non-blocking: call prompt_terminal_ready when stdin is readable. */
void prompt_terminal_begin(const char *prompt, const struct prompt_hooks *);
void prompt_terminal_ready(void);
/* After every wait: handles signals (Ctrl-Z, resize), and redraws the line if `redraw`. */
void prompt_terminal_check(bool redraw);
void prompt_terminal_interrupt(void); /* Ctrl-C: drops the line */
void prompt_terminal_end(void);
