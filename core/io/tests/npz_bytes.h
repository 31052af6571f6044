/* SPDX-License-Identifier: GPL-3.0-or-later */
/* npz_bytes: for tests and fuzzers: .npy arrays and zip archives in memory, as NumPy writes them or with faults. */
#pragma once

#include <zlib.h>

enum { ZIP_ROOM = 1 << 17, ZIP_MEMBERS = 8 };

struct zip_bytes {
    char bytes[ZIP_ROOM];
    size_t used;
    char central[ZIP_MEMBERS * 128]; /* the directory, which follows the members */
    size_t listed;
    int members;
};

static inline void zip_number(char *to, uint64_t value, int size)
{
    for (int k = 0; k < size; k++)
        to[k] = (char)(value >> 8 * k);
}

/* Raw deflate, without zlib's frame. */
static inline size_t zip_deflate(const char *from, size_t n, char *to, size_t room)
{
    z_stream s = {
        .next_in = (Bytef *)(size_t)from, .avail_in = (uInt)n, .next_out = (Bytef *)to, .avail_out = (uInt)room
    };

    if (deflateInit2(&s, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK || deflate(&s, Z_FINISH) != Z_STREAM_END)
        abort();
    deflateEnd(&s);
    return room - s.avail_out;
}

/* Adds a member that declares `declared` bytes and has n, stored or deflated. */
static inline void zip_add(struct zip_bytes *z, const char *name, const char *bytes, size_t n, bool deflated,
                           uint64_t declared)
{
    size_t name_size = strlen(name), at = z->used;
    char *h = z->bytes + at, *c = z->central + z->listed;

    memset(h, 0, 30);
    memcpy(h, "PK\x03\x04\x14", 5);
    memcpy(h + 30, name, name_size);
    char *data = h + 30 + name_size;
    size_t room = ZIP_ROOM - at - 30 - name_size, packed = n;
    if (deflated)
        packed = zip_deflate(bytes, n, data, room);
    else
        memcpy(data, bytes, n);
    zip_number(h + 8, deflated ? 8 : 0, 2);
    zip_number(h + 14, crc32(0, (const Bytef *)bytes, (uInt)n), 4);
    zip_number(h + 18, packed, 4);
    zip_number(h + 22, declared, 4);
    zip_number(h + 26, name_size, 2);
    z->used += 30 + name_size + packed;

    memset(c, 0, 46);
    memcpy(c, "PK\x01\x02\x14", 5);
    memcpy(c + 6, h + 4, 26);
    zip_number(c + 42, at, 4);
    memcpy(c + 46, name, name_size);
    z->listed += 46 + name_size;
    z->members++;
}

/* Puts the directory behind the members. */
static inline void zip_end(struct zip_bytes *z)
{
    char *end = z->bytes + z->used + z->listed;

    memcpy(z->bytes + z->used, z->central, z->listed);
    memset(end, 0, 22);
    memcpy(end, "PK\x05\x06", 4);
    zip_number(end + 8, (uint64_t)z->members, 2);
    zip_number(end + 10, (uint64_t)z->members, 2);
    zip_number(end + 12, z->listed, 4);
    zip_number(end + 16, z->used, 4);
    z->used += z->listed + 22;
}

/* A .npy array: type "<f8", shape "(3,)", and the bytes of its elements; returns its size. */
static inline size_t npy_bytes(char *to, const char *type, const char *shape, const void *elements, size_t n)
{
    int length = snprintf(to + 10, 4000, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, shape);
    int padded = (10 + length + 1 + 63) / 64 * 64 - 10;

    memcpy(to, "\x93NUMPY\x01\x00", 8);
    zip_number(to + 8, (uint64_t)padded, 2);
    memset(to + 10 + length, ' ', (size_t)(padded - length));
    to[10 + padded - 1] = '\n';
    memcpy(to + 10 + padded, elements, n);
    return (size_t)(10 + padded) + n;
}
