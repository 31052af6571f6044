/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/report/report.h"

#include "core/base/data_folder.h"
#include "core/base/file_text.h"
#include "core/base/scrub.h"
#include "tui/report/claim.h"

/* The report on any matrix. For every k it runs those of plain CSR, and the formats, that rank first (core/measure,
   ranking): the page says which to use, and what `auto` takes is one of them alone. */
static const char report_any[] =
    "published *\n"
    "run   {matrix} -k 1\n"
    "quick --kernel "
    "cpu.csr.serial,cpu.csr.omp,cpu.csr.block,cpu.sell.simd,cpu.auto,gpu.csr.vector,gpu.csr.adaptive,gpu.auto,peer.*\n"
    "run   {matrix} --kernel "
    "cpu.csr.omp,cpu.csr.merge,cpu.csr.block,cpu.group.rows,cpu.sell.simd,cpu.auto,"
    "gpu.csr.vector,gpu.csr.equal,gpu.csr.lanes,gpu.auto,peer.* -k 1..64x2\n"
    "quick -k 1,4,16,64\n"
    "\n"
    "section facts: The matrix\n"
    "  facts\n"
    "section spy: Where its entries are\n"
    "  spy\n"
    "section rows: Lengths of its rows\n"
    "  histogram\n"
    "section formats: What each format costs\n"
    "  formats\n"
    "section answer: Which kernel to use\n"
    "  advice\n"
    "section bars: All kernels, one column\n"
    "  bars\n"
    "  rows k=1\n"
    "  pivot kernel,k\n"
    "  rows k=1\n"
    "section curve: From one column to many\n"
    "  curve k rate log\n"
    "  rows cpu.csr.omp,cpu.csr.block,cpu.auto,gpu.csr.vector,gpu.auto,peer.*\n"
    "section roofline: Beside the limits of the memory\n"
    "  curve intensity\n"
    "section published: Beside published figures\n"
    "  beside\n";

static const char *const part_name[PART_COUNT] = {
#define PART(name, words, help) #name,
#include "tui/report/parts.list"
};

static bool set_text(struct report *r, char **to, const char *text, struct err *e)
{
    const size_t n = strlen(text), most = 3 * n + 1; /* each byte may become U+FFFD */
    *to = arena_take(&r->text, most);
    return *to ? scrub_text(text, n, *to, most) != NULL : err_nomem(e, "the report", most);
}

/* ---- statements ---- */

static bool take_run(struct report *r, const char *text, struct err *e)
{
    if (r->runs == REPORT_RUNS)
        return err_set(e, ERR_INPUT, "more than %d runs", REPORT_RUNS);
    struct report_run *run = &r->run[r->runs++];
    return set_text(r, &run->line, text, e) && set_text(r, &run->quick, "", e);
}

static bool take_quick(struct report *r, const char *text, struct err *e)
{
    return r->runs > 0 ? set_text(r, &r->run[r->runs - 1].quick, text, e)
                       : err_set(e, ERR_INPUT, "quick belongs to the run above it, and there is none");
}

/* "Figure 3: GFLOPS against threads" */
static bool take_item(struct report *r, const char *kind, const char *text, struct err *e)
{
    const bool claim = strcmp(kind, "claim") == 0;
    char name[80];
    if (r->items == REPORT_ITEMS)
        return err_set(e, ERR_INPUT, "more than %d figures, tables and claims", REPORT_ITEMS);
    const size_t n = claim ? 0 : strcspn(text, ":");
    if (!claim && text[n] != ':')
        return err_set(e, ERR_INPUT, "%s wants NUMBER: TITLE", kind);
    snprintf(name, sizeof name, "%c%s%s%.*s", kind[0] - 'a' + 'A', kind + 1, n ? " " : "", (int)n, text);
    for (int i = 0; i < r->items && !claim; i++) /* otherwise their files would overwrite each other */
        if (strcasecmp(r->item[i].name, name) == 0)
            return err_set(e, ERR_INPUT, "%s is there twice, first as '%.60s'", name, r->item[i].title);
    struct report_item *item = &r->item[r->items++];
    *item = (struct report_item){ .claim = claim };
    text += claim ? 0 : n + 1 + strspn(text + n + 1, " ");
    return set_text(r, &item->name, name, e) && set_text(r, &item->title, text, e);
}

static bool take_part(struct report *r, enum report_kind kind, const char *text, struct err *e)
{
    struct report_item *item = r->items > 0 ? &r->item[r->items - 1] : NULL;
    if (!item || item->claim != (kind >= PART_each))
        return err_set(e, ERR_INPUT, "%s belongs to a %s above it", part_name[kind],
                       kind >= PART_each ? "claim" : "figure, table or section");
    if (item->parts == REPORT_PARTS)
        return err_set(e, ERR_INPUT, "more than %d parts", REPORT_PARTS);
    struct report_part *part = &item->part[item->parts++];
    *part = (struct report_part){ .kind = kind };
    return set_text(r, &part->words, text, e) && set_text(r, &part->rows, "", e) &&
           (!item->claim || claim_check(kind, text, e));
}

static bool take_rows(struct report *r, const char *text, struct err *e)
{
    struct report_item *item = r->items > 0 ? &r->item[r->items - 1] : NULL;
    if (!item || item->claim || item->parts == 0)
        return err_set(e, ERR_INPUT, "rows belongs to a picture or table above it");
    return select_check(text, e) && set_text(r, &item->part[item->parts - 1].rows, text, e);
}

static bool take_note(struct report *r, const char *text, struct err *e)
{
    if (r->notes == REPORT_NOTES)
        return err_set(e, ERR_INPUT, "more than %d notes", REPORT_NOTES);
    return set_text(r, &r->note[r->notes++], text, e);
}

static bool take_line(struct report *r, char *line, struct err *e)
{
    char *word = line + strspn(line, " \t"), *text = word + strcspn(word, " \t");
    const size_t n = (size_t)(text - word);
    text += strspn(text, " \t");
    word[n] = 0;
    char **const texts[] = { &r->title, &r->author, &r->machine, &r->published };
    static const char *const names[] = { "title", "author", "machine", "published" };
    for (int i = 0; i < 4; i++)
        if (strcmp(word, names[i]) == 0)
            return set_text(r, texts[i], text, e);
    if (strcmp(word, "run") == 0)
        return take_run(r, text, e);
    if (strcmp(word, "quick") == 0)
        return take_quick(r, text, e);
    if (strcmp(word, "note") == 0)
        return take_note(r, text, e);
    if (strcmp(word, "rows") == 0)
        return take_rows(r, text, e);
    if (strcmp(word, "figure") == 0 || strcmp(word, "table") == 0 || strcmp(word, "section") == 0 ||
        strcmp(word, "claim") == 0)
        return take_item(r, word, text, e);
    for (enum report_kind kind = 0; kind < PART_COUNT; kind++)
        if (strcmp(word, part_name[kind]) == 0)
            return take_part(r, kind, text, e);
    return err_set(e, ERR_INPUT, "a report has no '%.40s'", word);
}

/* ---- the file ---- */

static bool read_lines(FILE *f, const char *path, struct report *r, struct err *e)
{
    char line[FILE_TEXT_LINE];
    struct err why = { 0 };
    int at = 1;
    for (; file_text_line(f, line, &why); at++) {
        const char *first = line + strspn(line, " \t");
        if (*first && *first != '#' && !take_line(r, line, &why))
            break;
    }
    return why.code == ERR_NONE     ? true
           : why.code == ERR_MEMORY ? err_set(e, ERR_MEMORY, "%s", why.text)
                                    : err_set(e, ERR_INPUT, "%.300s:%d: %.400s", path, at, why.text);
}

struct report *report_read(const char *path, struct err *e)
{
    struct report *r = calloc(1, sizeof *r);
    if (r)
        r->text.chunk = 1 << 14;
    FILE *f = !r     ? NULL
              : path ? file_text_open_file(path, "a report", e)
                     : fmemopen((char *)report_any, sizeof report_any - 1, "r");
    bool ok = (f || (r && path) || err_nomem(e, "the report", sizeof *r)) && f && set_text(r, &r->title, "", e) &&
              set_text(r, &r->author, "", e) && set_text(r, &r->machine, "", e) && set_text(r, &r->published, "", e) &&
              read_lines(f, path, r, e);
    if (ok && r->runs == 0 && r->items == 0)
        ok = err_set(e, ERR_INPUT, "%.300s: there is nothing in it", path);
    if (f)
        fclose(f);
    if (ok)
        return r;
    report_free(r);
    return NULL;
}

void report_free(struct report *r)
{
    if (r)
        arena_free(&r->text);
    free(r);
}

bool report_find(const char *word, char *path, size_t size)
{
    char folder[2048], name[80];
    if (text_ends_in(word, ".report")) {
        snprintf(path, size, "%s", word);
        return true;
    }
    snprintf(name, sizeof name, "%.64s.report", word);
    if (strchr(word, '/') || !data_folder("matrices/reports", "matrices/reports", name, folder, sizeof folder))
        return false;
    snprintf(path, size, "%s/%s", folder, name);
    return access(path, R_OK) == 0;
}
