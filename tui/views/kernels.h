/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernels: which kernels are listed, which the next run includes, which cannot run and why. */
#pragma once

#include "tui/views/scene.h"

/* The listed kernels (indices into model->kernel): of operation and filter; those that cannot run last, or hidden. */
int kernels_listed(const struct scene *, int out[MODEL_KERNELS]);
bool kernels_marked(const struct marks *, const char *kernel);
void kernels_mark(struct marks *, const char *kernel, bool on);
/* The reply that marks or unmarks the kernel. */
void kernels_turn_mark(const struct scene *, const char *kernel, struct view_reply *);
/* The number of marked kernels in the list: marks hidden by the filter do not count. */
int kernels_marks(const struct scene *);
int kernels_marks_hidden(const struct scene *);
/* Whether the user has picked it for the next run: the marked kernels of the list, or all if none is marked. */
bool kernels_picked(const struct scene *, const struct model_kernel *);
/* Whether the next run includes it: it is picked, and marked or able to run. */
bool kernels_takes(const struct scene *, const struct model_kernel *);
/* These kernels, "cpu.csr.omp,cpu.ell.omp"; "": all that can run. */
void kernels_globs(const struct scene *, char *names, size_t size);
/* Whether one of these has the parameter. */
bool kernels_have(const struct scene *, const char *param);
/* Why this kernel cannot run the current problem; NULL: it can, or the engine is to judge, as one of its parameters is
   set. */
const char *kernels_refusal(const struct scene *, const struct model_kernel *);
enum role kernels_role(const struct model *, const char *kernel);
