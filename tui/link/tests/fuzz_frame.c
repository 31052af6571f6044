/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_frame: any bytes from an engine, however they are cut into pieces: the same events and data come out. */
#include "tui/link/frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* What has come: counts, and a sum over all that came in its order. */
struct fuzzed {
    size_t events, data, announced;
    uint64_t sum;
};

static void hear(void *arg, json_t *event, const char *data, size_t bytes)
{
    struct fuzzed *h = arg;

    if (!json_is_string(json_object_get(event, "ev")))
        abort();
    if (data) {
        if (bytes == 0 || bytes > h->announced)
            abort();
        h->announced -= bytes;
        h->data += bytes;
        for (size_t k = 0; k < bytes; k++)
            h->sum = h->sum * 31 + (unsigned char)data[k];
        return;
    }
    if (h->announced)
        abort();
    h->announced = bytes;
    h->events++;
    h->sum = h->sum * 33 + json_object_size(event) + bytes;
}

static struct fuzzed take(const uint8_t *bytes, size_t n, size_t piece, char why[300])
{
    struct frame f = { 0 };
    struct fuzzed h = { 0 };

    for (size_t at = 0; at < n && !f.why[0]; at += piece) {
        if (!buffer_add(&f.in, bytes + at, piece < n - at ? piece : n - at))
            abort();
        frame_take(&f, hear, &h);
    }
    memcpy(why, f.why, sizeof f.why);
    for (const char *c = why; *c; c++)
        if (*c < ' ' || *c > '~')
            abort();
    frame_free(&f);
    return h;
}

/* The first byte says how large the pieces are. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char why[2][300];

    if (n < 2)
        return 0;
    struct fuzzed a = take(bytes + 1, n - 1, n - 1, why[0]);
    struct fuzzed b = take(bytes + 1, n - 1, (size_t)bytes[0] + 1, why[1]);
    if (a.events != b.events || a.data != b.data || a.sum != b.sum || a.announced != b.announced ||
        strcmp(why[0], why[1]) != 0)
        abort();
    return 0;
}
