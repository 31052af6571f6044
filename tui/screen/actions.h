/* SPDX-License-Identifier: GPL-3.0-or-later */
/* actions: what the commands of commands.list do on the screen. */
#pragma once

#include "tui/screen/app.h"

/* Each is in the file of its subject: actions_SUBJECT.c, or with what it works on. */
typedef void screen_command(struct app *, char **, int); /* the words after the name, and their number */
screen_command act_advise, act_all, act_answer, act_axis, act_back, act_baseline, act_bind, act_close, act_compare,
    act_config, act_copy, act_filter, act_focus, act_format, act_get, act_help, act_hide, act_interrupt, act_keep,
    act_less, act_line, act_mark, act_microscope, act_more, act_mouse, act_next, act_open, act_partners, act_picture,
    act_pin, act_play, act_previous, act_published, act_quantity, act_quit, act_redraw, act_reorder, act_roof, act_run,
    act_save, act_scale, act_set, act_setting, act_sort, act_step, act_stop, act_suspend, act_sweep, act_theme,
    act_toggle, act_tour, act_unmark, act_why, act_zoom;

/* A word for the view that answers ("up", "more"…); left and right, where it does not care, move the focus. False:
 * nothing. */
bool actions_word(struct app *, const char *word);

/* *on: the word "on" or "off"; without a word: not `now`. Another word becomes the message. */
bool actions_on_or_off(struct app *, char **, int n, bool now, bool *on);

/* Sets a setting, by its name as it is shown; "" is its default. Problems become the message. */
void actions_set(struct app *, const char *name, const char *value);
