/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry: the backends of this engine, linked in or loaded from plug-ins, with their devices and kernels. */
#pragma once

#include <sys/types.h>

#include "core/measure/backend.h"

enum { REGISTRY_BACKENDS = 16, REGISTRY_DEVICES = 32, REGISTRY_KERNELS = 512 };

struct registry_backend {
    char name[64]; /* the file name of a plug-in that did not load */
    char kind[8];  /* of its devices; "" if it did not load */
    bool ready;
    char why[400]; /* the reason unless ready */
    const char
        *foreign;  /* the library that its kernels call, with its version: "cuSPARSE 12.9.4"; NULL: none or unknown */
    char file[64]; /* of a plug-in; "" for what is linked in */
    dev_t dev;     /* identify that file */
    ino_t ino;
    void *handle; /* from dlopen; NULL for what is linked in */
};

struct registered {
    const struct kernel *kernel;
    const struct registry_backend *backend;
    bool ready;          /* its backend is open and a device of its family exists */
    const char *why_not; /* the reason unless ready */
};

/* Zeroed at first. It must not move: kernels point to their backends. */
struct registry {
    struct device *device[REGISTRY_DEVICES];
    int devices;
    struct registered kernel[REGISTRY_KERNELS]; /* in list order; kernels of the same name are adjacent */
    int kernels;
    struct registry_backend backend[REGISTRY_BACKENDS]; /* includes plug-ins that failed */
    int backends;
    int patience_ms; /* limit on a plug-in's trial; 0: long enough to wake GPUs */
};

/* Adds a linked-in backend. False: it is unusable; it and its kernels stay listed with the reason. */
bool registry_add(struct registry *, const struct backend *, struct err *);

/* Loads every plug-in nzscope-*.so beside the executable, in the libdir and in the absolute folders of $NZSCOPE_PLUGINS
   (separated by colons), in this order; never from the current directory. A file is loaded once; of files with the same
   name, the first that loads. A plug-in that does not load stays in backend[] with the reason, as does one that would
   end, kill or hang this process: each is tried in a child first (core/measure/trial.h), so call this before the first
   use of OpenMP or a device. */
void registry_load(struct registry *);

/* The device with this id, else the first of this kind, else the only one whose UUID begins with this; else NULL. */
struct device *registry_device(const struct registry *, const char *name);

/* The first device that runs kernels of this family, or NULL. */
struct device *registry_runs(const struct registry *, const char *family);

/* registry_device for a name from the user: ERR_DEVICE lists the devices there are. */
struct device *registry_asked(const struct registry *, const char *name, struct err *);

/* Why there is no device of this kind. */
const char *registry_why_no(const struct registry *, const char *kind);

/* The kernel of this name and type, or NULL. */
const struct registered *registry_kernel(const struct registry *, const char *name, enum vtype type);

/* Whether `name` matches a comma-separated list of globs ("cpu.*,peer.librsb"); an empty list matches all. */
bool registry_match(const char *globs, const char *name);

/* Whether the list, which may be NULL, contains `name` itself. */
bool registry_named(const char *globs, const char *name);

/* Returns false with ERR_USAGE, which suggests the nearest kernel if one is near. */
bool registry_unknown(const struct registry *, const char *name, struct err *);

void registry_close(struct registry *);
