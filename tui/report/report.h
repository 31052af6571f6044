/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report: the contents of a page of figures, tables and claims, read from a text file (matrices/reports/FORMAT.md). */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

enum { REPORT_RUNS = 48, REPORT_ITEMS = 96, REPORT_PARTS = 8, REPORT_NOTES = 24 };

/* A bench: its command line, and the changes made by --quick ("" none). */
struct report_run {
    char *line, *quick;
};

enum report_kind {
#define PART(name, words, help) PART_##name,
#include "tui/report/parts.list"
    PART_COUNT
};

/* A picture, a table or a judgement. */
struct report_part {
    enum report_kind kind;
    char *words; /* the words after its name */
    char *rows;  /* selects measurements (select.h); "": all */
};

/* A figure, a table, a section, or a claim with the parts that judge it. */
struct report_item {
    char *name;  /* "Figure 3", "Claim" */
    char *title; /* of a claim: its text */
    struct report_part part[REPORT_PARTS];
    int parts;
    bool claim;
};

struct report {
    char *title, *author, *machine; /* of the page; of the report; where it was measured; "": unknown */
    char *published;                /* its source name in published.tsv; "": none */
    char *note[REPORT_NOTES];
    int notes;
    struct report_run run[REPORT_RUNS];
    int runs;
    struct report_item item[REPORT_ITEMS];
    int items;
    struct arena text; /* all of it */
};

/* NULL: the report on any matrix. ERR_INPUT with FILE:LINE; ERR_MEMORY. */
struct report *report_read(const char *path, struct err *);
void report_free(struct report *); /* NULL is fine */

/* The file of a report: a path that ends in .report, or the name of one that comes with nzscope. False: neither. */
bool report_find(const char *word, char *path, size_t size);
