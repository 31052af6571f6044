/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_roof: measures the bandwidth of every device again; the engine says what it found. */
#include "tui/lines/lines_ask.h"
#include "tui/lines/lines_command.h"

int lines_roof(struct lines *l, const struct options *o, struct err *e)
{
    (void)o;
    return lines_ready(l, e) ? lines_ask(l, "bandwidth again=1", NULL, NULL, e) : (int)e->code;
}
