/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picker: what there is to open. */
#ifndef NZ_PICKER_H
#define NZ_PICKER_H

struct app;

/* Fills a->entry anew: the demo, matrix files in the current directory and below, the catalogue's that are on this
   machine, generators with an example each. Looks at a bounded number of files. */
void picker_fill(struct app *);

#endif
