/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clipboard: text to the clipboard of the terminal, also over ssh: OSC 52. */
#ifndef NZ_CLIPBOARD_H
#define NZ_CLIPBOARD_H

/* The sequence that asks the terminal to take the text; allocated, NULL: no memory. */
char *clipboard_sequence(const char *text);

#endif
