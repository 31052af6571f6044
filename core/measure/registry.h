/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry: all backends of this engine, built in or loaded from plug-ins, with their devices and kernels. */
#pragma once

#include <sys/types.h>

#include "core/measure/kernel.h"

enum { REGISTRY_BACKENDS = 16, REGISTRY_DEVICES = 32, REGISTRY_KERNELS = 512 };

struct registered {
    const struct kernel *kernel;
    bool ready;          /* the backend could be opened and a device of its kind is there */
    const char *why_not; /* else the reason */
    int backend;         /* which of registry.backend[] brought it */
};

/* Point into it freely, but do not move it: why_not points inside. Starts zeroed. */
struct registry {
    struct device *device[REGISTRY_DEVICES];
    int devices;
    struct registered kernel[REGISTRY_KERNELS]; /* in list order; kernels of one name stand together */
    int kernels;
    struct {
        char name[64], why[400]; /* of a plug-in that did not load: its file's name */
        bool ready;
        char kind[8];        /* the kind of device it is for; "" when it did not load */
        const char *foreign; /* the foreign library of a ready one, with its version, or NULL */
        char file[64];       /* a plug-in's file name; "" for what is linked in */
        dev_t dev;           /* and which file that is */
        ino_t ino;
    } backend[REGISTRY_BACKENDS]; /* plug-ins that failed included */
    int backends;
    void *handle[REGISTRY_BACKENDS]; /* of dlopen; NULL for what is linked in */
    int patience_ms;                 /* how long a plug-in's trial may take; 0: long enough for sleeping GPUs */
};

/* Adds a backend that is linked in. False: it cannot be used; it still stands in backend[], and its kernels in
   kernel[], with that reason. */
bool registry_add(struct registry *, const struct backend *, struct err *);

/* Loads every plug-in nzscope-*.so beside the executable, in the libdir and in $NZSCOPE_PLUGINS (a colon-separated
   list of absolute folders), in this order; never from the current directory. A file is loaded once, and of files
   with one name the first that loads. A plug-in that does not load stands in backend[] with the reason, as does one
   that would end, kill or hang this process: each is tried in a child first (core/measure/trial.h), so this comes
   before the first use of OpenMP or a device. */
void registry_load(struct registry *);

/* The device with this id, else the first of this kind, else the only one whose UUID begins like this, else NULL. */
struct device *registry_device(const struct registry *, const char *name);

/* The first device that kernels of this family run on, else NULL. */
struct device *registry_runs(const struct registry *, const char *family);

/* The same as registry_device for what the user asked for: ERR_DEVICE with the devices that there are. */
struct device *registry_asked(const struct registry *, const char *name, struct err *);

/* Why there is no device of this kind. */
const char *registry_why_no(const struct registry *, const char *kind);

/* The kernel of this name and type, else NULL. */
const struct registered *registry_kernel(const struct registry *, const char *name, enum vtype type);

/* Whether `name` matches a comma-separated list of globs ("cpu.*,peer.librsb"); an empty list matches all. */
bool registry_match(const char *globs, const char *name);

/* Whether the list, which may be NULL, has `name` in full. */
bool registry_named(const char *globs, const char *name);

/* The foreign library that the kernel calls, with its version: "cuSPARSE 12.9.4"; NULL: none, or not known. */
const char *registry_foreign(const struct registry *, const struct registered *);

/* False, with an error that names the nearest kernel, if one is near. */
bool registry_unknown(const struct registry *, const char *name, struct err *);

void registry_close(struct registry *);
