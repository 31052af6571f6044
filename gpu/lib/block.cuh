/* SPDX-License-Identifier: GPL-3.0-or-later */
/* block: shared by the plans of the building blocks. */
#pragma once

#include "gpu/lib/transpose.cuh"

/* out = the operation applied to `in`, both on the device. */
struct block_plan : gpu_plan {
    const struct csr *a; /* the host's, which outlives the plan */
    enum op op;
    int64_t segment; /* of the sorted result */
    void *in, *out, *work;
    uint64_t work_bytes;
};

/* Uploads `bytes` of `in`, and allocates the result, poisoned, and `work` bytes. False: *e, and nothing is left. */
bool block_prepare_from(const struct problem *p, const char *name, const void *in, uint64_t bytes, uint64_t work,
                        int64_t segment, struct plan *out, struct err *e);

/* The same from A's column indices. */
bool block_prepare(const struct problem *p, const char *name, uint64_t work, int64_t segment, struct plan *out,
                   struct err *e);
uint64_t block_prepared_bytes(const struct problem *p); /* without work */

/* `prepare` of a sort in segments whose length is the first parameter. */
template <const char *name> bool block_sort_prepare(const struct problem *p, struct plan *out, struct err *e)
{
    return block_prepare(p, name, 0, (int64_t)1 << p->param[0], out, e);
}

/* Compares with the serial result. */
bool block_verify(void *plan_data, struct check *c, struct err *e);

/* `run` of a building block: the launch on the plan's arrays. */
template <const char *name, void (*launch)(const struct block_plan *)> bool block_run(void *plan_data, struct err *e)
{
    const struct block_plan *plan = static_cast<const struct block_plan *>(plan_data);
    if (!gpu_enter(plan->device, name, e))
        return false;
    launch(plan);
    return GPU_LAUNCHED(plan->device, e);
}

/* The table of a building block: its own entries, and the common ones. */
template <class T> constexpr struct kernel block_table(struct kernel own)
{
    own.family = "cuda";
    own.format = "csr";
    own.type = vtype_of<T>;
    own.supports = transpose_supports;
    own.release = gpu_plan_release;
    own.verify = block_verify;
    return own;
}

/* The same for a library's. */
template <class T> constexpr struct kernel block_peer(struct kernel own)
{
    own.peer = true;
    return block_table<T>(own);
}

/* The same for a round of merging, with the sorted segments that it begins with. */
bool block_merge_prepare(const struct problem *p, const char *name, uint64_t work, int64_t segment, struct plan *out,
                         struct err *e);

/* Block sizes to choose from: BLOCK_SIZES[i] is 1 << i. */
extern const char *const block_sizes[];
enum { BLOCK_1, BLOCK_16 = 4, BLOCK_32, BLOCK_64, BLOCK_128, BLOCK_256, BLOCK_512, BLOCK_1024 };

/* A parameter with these values. */
constexpr struct param block_size(const char *name, const char *help, int64_t initial, int64_t least = BLOCK_32)
{
    return { name, help, least, BLOCK_1024, initial, block_sizes };
}
