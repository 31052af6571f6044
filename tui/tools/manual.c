/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manual [engine]: prints the manual page nzscope(1), from the lists of commands, options, keys and generators, or
   nzscope-engine(1), from the list of protocol commands. */
#include "core/generate/gen.h"
#include "core/protocol/command.h"
#include "tui/input/keys.h"
#include "tui/input/options.h"
#include "tui/results/rows.h"

/* Escapes what troff would interpret: `\` and `-`, and a `.` or `'` at the beginning of a line. */
static void put(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++)
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
}

/* A tagged paragraph: the words as typed, then their placeholders in italics. */
static void put_tag(const char *typed, const char *argument)
{
    fputs(".TP\n\\fB", stdout);
    put(typed);
    fputs("\\fR", stdout);
    if (*argument) {
        fputs(" \\fI", stdout);
        put(argument);
        fputs("\\fR", stdout);
    }
    putchar('\n');
}

static void put_line(const char *text)
{
    put(text);
    putchar('\n');
}

static void put_option(enum option i)
{
    const struct option_info *o = &option_table[i];
    char name[OPTION_TYPED], typed[80];

    option_typed(i, name);
    if (o->letter && name[1] == '-')
        snprintf(typed, sizeof typed, "-%c, %s", o->letter, name);
    else
        snprintf(typed, sizeof typed, "%s", name);
    put_tag(typed, o->value);
    put_line(o->help);
}

/* The options of one command; for CMD_COUNT those of every command. */
static void put_options(enum tui_command c)
{
    bool any = false;
    for (enum option i = 0; i < OPT_COUNT; i++) {
        bool everywhere = option_everywhere(i);
        if (c == CMD_COUNT ? !everywhere : everywhere || !option_belongs(i, c))
            continue;
        if (!any && c != CMD_COUNT)
            puts(".RS");
        any = true;
        put_option(i);
    }
    if (any && c != CMD_COUNT)
        puts(".RE");
}

static void put_commands(enum context context, unsigned without)
{
    for (int c = CMD_screen + 1; c < CMD_COUNT; c++) {
        const struct tui_command_info *t = &tui_commands[c];
        if (!(t->where & context) || t->where & without)
            continue;
        put_tag(t->name, t->arguments);
        put_line(t->help);
        put_options((enum tui_command)c);
    }
}

static void put_keys(void)
{
    for (int i = 0; i < key_bindings; i++) {
        const struct binding *b = &key_table[i];
        if (!b->help[0])
            continue;
        put_tag(b->keys, "");
        if (b->view[0])
            printf("(%s) ", b->view);
        put_line(b->help);
    }
}

static void put_generators(void)
{
    for (const struct generator *const *g = generators; *g; g++) {
        char typed[80];
        snprintf(typed, sizeof typed, "gen:%.70s", (*g)->form);
        put_tag(typed, "");
        printf("%s; ", (*g)->help);
        put_line((*g)->what);
    }
}

static void put_columns(void)
{
    const struct rows_column *c;
    for (int i = 0; (c = rows_column(i)); i++) {
        put_tag(c->name, "");
        put_line(c->what);
    }
}

static void put_exits(void)
{
    puts(".SH EXIT STATUS");
#define EXIT(status, when) put_tag(status, ""), put_line(when);
#include "core/base/exits.list"
}

static const char head[] =
    ".SH NAME\nnzscope \\- look at sparse matrices in the terminal and run kernels on them, live, on CPU and GPU\n"
    ".SH SYNOPSIS\n.B nzscope\n[\\fIoption\\fR ...] [\\fImatrix\\fR ...]\n.br\n.B nzscope\n\\fIcommand\\fR "
    "[\\fIoption\\fR ...] [\\fIargument\\fR ...]\n"
    ".SH DESCRIPTION\n"
    "Without a command\n.B nzscope\nopens the screen on the matrices, or its picker when none is named. The screen "
    "shows row lengths, a spy plot and the cost of each storage format, and runs kernels as bars: each is checked "
    "before it gets a speed, and set against the limit of the hardware and the vendors' libraries. The\n.B ?\nkey "
    "explains the screen. The work is done by\n.BR nzscope-engine ,\na separate program, here or on another machine.\n"
    ".SH MATRICES\nA matrix is a name of the catalogue (\\fBnzscope list matrices\\fR), a file, recognized by its "
    "contents,\n"
#define READER(name, what) ".IP \\(bu 2\n" what ":\n"
#define SUFFIX(suffix) "\\&" suffix "\n"
#define PACKED SUFFIX
#include "core/base/readers.list"
    ".PP\nor\n.BI lower: MATRIX ,\nthe lower triangle of another, or a generated one:\n";

static const char tail[] =
    ".SH ENVIRONMENT\n"
    ".TP\n.B NZSCOPE_MATRICES\nthe folder to which\n.B get\ndownloads and in which matrices of the catalogue are "
    "looked up; default $XDG_DATA_HOME/nzscope/matrices\n"
    ".TP\n.B NZSCOPE_PLUGINS\na folder of plug-ins, besides those of the engine and the installation\n"
    ".TP\n.B NZSCOPE_ISA\nv2, v3 or v4: the highest instruction set that CPU kernels use\n"
    ".TP\n.B NZSCOPE_PIN\n0: do not pin the threads of CPU kernels\n"
    ".TP\n.B OMP_PROC_BIND, OMP_PLACES\nplace the threads in its stead\n"
    ".TP\n.B NZSCOPE_KEEP\n0: keep no results, nor measured bandwidths\n"
    ".TP\n.B NZSCOPE_MPI_HOSTS\na file of hosts for mpirun, which starts the ranks of peer.petsc; all "
    "hosts must see the folder TMPDIR, and the matrix if it is a .nzs file\n"
    ".TP\n.B NZSCOPE_MPI_LIMIT\nseconds after which ranks that do not answer are ended; default 50\n"
    ".TP\n.B NZSCOPE_GPUS\nnames as gpu0+gpu2: the device \\fBgpus\\fR is these GPUs, not all of them; 0: it is not "
    "there\n"
    ".TP\n.B CUSPARSE\nthe folder of the cuSPARSE to load; default the newest of those fetched, in a Python package or "
    "in the CUDA toolkit\n"
    ".TP\n.B TMPDIR\nwhere files that are sent to an engine, and those of peer.petsc, lie meanwhile; default /tmp\n"
    ".TP\n.B NO_COLOR\nnot empty: the theme mono\n"
    ".TP\n.B COLORFGBG\nof a light terminal: the theme light\n"
    ".TP\n.B XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME\nwhere the files below and downloads lie; default "
    "~/.config, ~/.local/state and ~/.local/share\n"
    ".SH FILES\n.TP\n.I $XDG_CONFIG_HOME/nzscope/config\nwhat the screen begins with, as\n.B :config write\nwrites it\n"
    ".TP\n.I $XDG_STATE_HOME/nzscope/runs\nresults that were kept, a table a day\n"
    ".TP\n.I $XDG_STATE_HOME/nzscope/roofs\nmeasured bandwidths, each kept for a day\n"
    ".TP\n.I $XDG_STATE_HOME/nzscope/history\nthe lines typed after :\n"
    ".SH EXAMPLES\n.EX\nnzscope gen:stencil27:64\nnzscope bench A.mtx \\-k 1,16 \\-\\-type f64,f32 \\-o results.tsv\n"
    "nzscope \\-\\-engine 'ssh gpubox nzscope\\-engine' gen:demo\n.EE\n"
    ".SH SEE ALSO\n.BR nzscope\\-engine (1),\n.BR nzscope\\-tour (5).\nNUMBERS.md: what a number means. "
    "README.md: how to add a kernel.\n";

static void put_engine(void)
{
    printf(".TH NZSCOPE-ENGINE 1 \"\" \"nzscope %s\" \"User Commands\"\n", NZ_VERSION);
    fputs(".SH NAME\nnzscope\\-engine \\- the part of nzscope that computes\n.SH SYNOPSIS\n.B nzscope\\-engine\n"
          "[\\fB\\-\\-version\\fR|\\fB\\-\\-help\\fR]\n.SH DESCRIPTION\n.BR nzscope (1)\nstarts it, here or, with\n"
          ".BR \\-\\-engine ,\non another machine. It reads commands, one a line, from its standard input and answers "
          "with events, a JSON object a line, on its standard output.\n.SH COMMANDS\n",
          stdout);
    for (int v = 0; v < VERB_COUNT; v++) {
        put_tag(command_table[v].verb, command_table[v].arguments);
        put_line(command_table[v].help);
    }
    puts(".SH SEE ALSO\n.BR nzscope (1)");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "engine") == 0) {
        put_engine();
        return fflush(stdout) == 0 ? 0 : 1;
    }
    printf(".\\\" Written by `make man` from the lists of commands, options, keys and generators.\n");
    printf(".TH NZSCOPE 1 \"\" \"nzscope %s\" \"User Commands\"\n", NZ_VERSION);
    fputs(head, stdout);
    put_generators();
    puts(".SH OPTIONS\nWith every command:");
    put_options(CMD_COUNT);
    puts(".PP\nOf the screen:");
    put_options(CMD_screen);
    puts(".SH COMMANDS");
    put_commands(SHELL, 0);
    puts(".SH AT THE PROMPT\nThese can be given after\n.B :\non the screen, in\n.BR \"nzscope prompt\" ,\nand in "
         "scripts."
         "");
    put_commands(PROMPT, SHELL);
    put_commands(SCREEN, SHELL | PROMPT);
    puts(
        ".SH COLUMNS\nOf a table of \\fBbench\\fR, in order; the last three in JSON only, unless \\fB\\-\\-columns\\fR "
        "names them:");
    put_columns();
    puts(".SH KEYS");
    put_keys();
    put_exits();
    fputs(tail, stdout);
    return fflush(stdout) == 0 ? 0 : 1;
}
