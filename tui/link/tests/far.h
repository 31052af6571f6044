/* SPDX-License-Identifier: GPL-3.0-or-later */
/* far: an engine on "another machine": below a folder of its own, 50 ms away, behind a connection that can be cut. */
#pragma once

#include <sys/stat.h>

#include "core/tests/shell.h"

/* FOLDER/ssh runs far.py, FOLDER/there is that machine, FOLDER/here is entered; FOLDER/cut cuts. */
static char far_folder[] = "/tmp/nzscope-far-XXXXXX", far_engine[1200];

static inline int far_begin(void **state)
{
    const char *build = getenv("NZSCOPE_BUILD");
    char *program = realpath(build ? build : "build", NULL), *script = realpath("tui/link/tests/far.py", NULL),
         path[100];
    if (!program || !script || !mkdtemp(far_folder))
        return -1;
    snprintf(path, sizeof path, "%s/ssh", far_folder);
    if (symlink(script, path) != 0)
        return -1;
    snprintf(far_engine, sizeof far_engine, "%s me@gpubox %s/nzscope-engine", path, program);
    setenv("NZSCOPE_BUILD", program, 1);
    snprintf(path, sizeof path, "%s/cut", far_folder);
    setenv("FAR_CUT", path, 1);
    snprintf(path, sizeof path, "%s/there", far_folder);
    setenv("FAR_DIR", path, 1);
    setenv("TMPDIR", path, 1);
    int bad = mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/here", far_folder);
    bad |= mkdir(path, 0700) | chdir(path);
    free(program);
    free(script);
    return bad;
}

static inline int far_end(void **state)
{
    return chdir("/") || shell_status("rm -r %s", far_folder);
}

/* Cuts the connection, or lets it be made again. */
static inline void far_cut(bool on)
{
    if (on)
        fclose(fopen(getenv("FAR_CUT"), "w"));
    else
        unlink(getenv("FAR_CUT"));
}

/* A file here, or in the folder of the other machine: a diagonal matrix of n rows with a comment of so many bytes. */
static inline void far_file(const char *path, int n, int comment)
{
    FILE *f = fopen(path, "w");
    if (!f)
        abort();
    fprintf(f, "%%%%MatrixMarket matrix coordinate real general\n");
    for (int i = 0; i < comment; i += 64)
        fprintf(f, "%%%062d\n", i);
    fprintf(f, "%d %d %d\n", n, n, n);
    for (int i = 1; i <= n; i++)
        fprintf(f, "%d %d %d\n", i, i, i);
    fclose(f);
}
