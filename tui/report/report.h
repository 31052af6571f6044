/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report: what a page of figures, tables and claims is made of, read from a text file; matrices/reports/FORMAT.md says
   how. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

enum { REPORT_RUNS = 48, REPORT_ITEMS = 96, REPORT_PARTS = 8, REPORT_NOTES = 24 };

/* A bench: its command line, and what --quick changes in it ("" nothing). */
struct report_run {
    char *line, *quick;
};

enum report_kind {
#define PART(name, words, help) PART_##name,
#include "tui/report/parts.list"
#undef PART
    PART_COUNT
};

/* A picture, a table or a judgement. */
struct report_part {
    enum report_kind kind;
    char *words; /* the words after its name */
    char *rows;  /* which measurements, as select.h says; "": all */
};

/* A figure, a table, a section, or a claim with the parts that judge it. */
struct report_item {
    char *name;  /* "Figure 3", "Claim" */
    char *title; /* of a claim: what it says */
    struct report_part part[REPORT_PARTS];
    int parts;
    bool claim;
};

struct report {
    char *title, *author, *machine; /* of the page; who wrote the report, and on what it was measured: "" nobody */
    char *published;                /* as sources are called in published.tsv; "": none */
    char *note[REPORT_NOTES];
    int notes;
    struct report_run run[REPORT_RUNS];
    int runs;
    struct report_item item[REPORT_ITEMS];
    int items;
    struct arena text; /* all of it */
};

/* NULL: what is written about any matrix. ERR_INPUT with FILE:LINE; ERR_MEMORY. */
struct report *report_read(const char *path, struct err *);
void report_free(struct report *); /* NULL is fine */

/* The file of a report: a path that ends in .report, or the name of one that comes with nzscope. False: `word` names
   none. */
bool report_find(const char *word, char *path, size_t size);
