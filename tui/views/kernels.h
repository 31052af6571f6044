/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernels: which kernels are listed, which the next run takes, which cannot run and why. */
#pragma once

#include "tui/views/scene.h"

/* The kernels in the list (indices into model->kernel): those of the operation that match the filter; what cannot run
   comes last, or is hidden. */
int kernels_listed(const struct scene *, int out[MODEL_KERNELS]);
bool kernels_marked(const struct marks *, const char *kernel);
/* Marks or unmarks a kernel. */
void kernels_mark(struct marks *, const char *kernel, bool on);
/* The reply that marks the kernel, or unmarks it. */
void kernels_turn_mark(const struct scene *, const char *kernel, struct view_reply *);
/* The number of marked kernels in the list: a mark that the filter hides does not count. */
int kernels_marks(const struct scene *);
/* Whether the user has picked it for the next run: the marked kernels of the list; with none marked, all of it. */
bool kernels_picked(const struct scene *, const struct model_kernel *);
/* Whether the next run takes it: it is picked, and marked or able to run. */
bool kernels_takes(const struct scene *, const struct model_kernel *);
/* These kernels as an argument of `run`, " kernel=…"; "" means all that can run. */
void kernels_argument(const struct scene *, char *names, size_t size);
/* Why this kernel cannot run the problem now set, NULL if it can. */
const char *kernels_refusal(const struct scene *, const struct model_kernel *);
/* The colour of a kernel: CPU, GPU or peer. */
enum role kernels_role(const struct model *, const char *kernel);
