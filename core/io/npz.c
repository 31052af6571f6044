/* SPDX-License-Identifier: GPL-3.0-or-later */
/* npz: a sparse matrix from SciPy's save_npz, a zip archive of NumPy arrays, none of which is ever unpickled.
   format.npy is b'csr', b'csc' or b'coo'; shape.npy [m, n]; data.npy the values; csr and csc have indptr.npy and
   indices.npy, coo has row.npy and col.npy. Entries may come in any order; duplicates are summed. */
#include "core/base/scrub.h"
#include "core/io/reader.h"

#ifdef HAVE_LIBZIP

#include <inttypes.h>

#include "core/base/minmax.h"
#include "core/io/npy.h"
#include "core/io/unzip.h"
#include "core/matrix/coo.h"

enum { PIECE = 1 << 13 }; /* elements converted at a time */

struct npz {
    struct unzip *zip;
    const struct progress *progress;
    uint64_t limit;
    const char *name;     /* of the current member */
    struct npy array;     /* its header */
    int64_t m, n, length; /* length: of the arrays of entries */
    uint64_t steps;       /* elements read so far, of about m + n + 3·length */
};

static bool array_begin(struct npz *z, const char *name, const char *kinds, int dims, struct err *e)
{
    char bytes[NPY_HEADER_MAX];
    uint64_t size, header;

    z->name = name;
    if (!unzip_begin(z->zip, name, &size, e))
        return false;
    if (size < NPY_START)
        return err_set(e, ERR_INPUT, "is too short");
    if (!unzip_read(z->zip, bytes, NPY_START, e) || !npy_length(bytes, &header, e))
        return false;
    if (header > size)
        return err_set(e, ERR_INPUT, "is too short");
    if (!unzip_read(z->zip, bytes + NPY_START, (size_t)header - NPY_START, e) ||
        !npy_parse(bytes, header, &z->array, e))
        return false;
    if (!strchr(kinds, z->array.kind))
        return err_set(e, ERR_INPUT, "holds elements of another type than expected");
    if (z->array.dims != dims)
        return err_set(e, ERR_INPUT, "has %d dimensions, not %d", z->array.dims, dims);
    return size_add(header, size_mul((uint64_t)z->array.count, (uint64_t)z->array.size)) == size ||
           err_set(e, ERR_INPUT, "has %" PRIu64 " bytes, which does not fit its shape", size);
}

/* The next `count` elements, at most PIECE. */
static bool piece_read(struct npz *z, unsigned char *bytes, int64_t count, struct err *e)
{
    z->steps += (uint64_t)count;
    return unzip_read(z->zip, bytes, (size_t)count * (size_t)z->array.size, e) &&
           progress_step(z->progress, "reading", z->steps, (uint64_t)(z->m + z->n + 3 * z->length) + 8, e);
}

static bool piece_indices(struct npz *z, int64_t *to, int64_t count, struct err *e)
{
    unsigned char bytes[8 * PIECE];

    if (!piece_read(z, bytes, count, e))
        return false;
    for (int64_t k = 0; k < count; k++)
        to[k] = npy_index(&z->array, bytes, k);
    return true;
}

/* ---- format and shape ---- */

static bool read_format(struct npz *z, char format[8], struct err *e)
{
    char text[64] = { 0 };

    if (!array_begin(z, "format.npy", "S", 0, e) || !unzip_read(z->zip, text, (size_t)z->array.size, e) ||
        !unzip_end(z->zip, e))
        return false;
    if (strcmp(text, "csr") == 0 || strcmp(text, "csc") == 0 || strcmp(text, "coo") == 0) {
        strcpy(format, text);
        return true;
    }
    if (strcmp(text, "bsr") == 0 || strcmp(text, "dia") == 0)
        return err_set(e, ERR_INPUT, "the matrix is stored as %s; save it with save_npz(file, a.tocsr())", text);
    char shown[64];
    return err_set(e, ERR_INPUT, "the format '%s' is not known (known: csr, csc, coo)",
                   scrub_text(text, strnlen(text, sizeof text - 1), shown, sizeof shown));
}

static bool read_shape(struct npz *z, struct err *e)
{
    int64_t size[2];

    if (!array_begin(z, "shape.npy", "iu", 1, e))
        return false;
    if (z->array.count != 2)
        return err_set(e, ERR_INPUT, "a matrix has two dimensions, not %" PRId64, z->array.count);
    if (!piece_indices(z, size, 2, e) || !unzip_end(z->zip, e))
        return false;
    z->m = size[0];
    z->n = size[1];
    if (z->m < 0 || z->n < 0)
        return err_set(e, ERR_INPUT, "a size is negative");
    return coo_takes(z->m, z->n, e);
}

/* One index per entry, each below `most`. */
static bool read_indices(struct npz *z, const char *name, int64_t most, int64_t count, int32_t *to, struct err *e)
{
    int64_t piece[PIECE];

    if (!array_begin(z, name, "iu", 1, e))
        return false;
    if (z->array.count != z->length)
        return err_set(e, ERR_INPUT, "has %" PRId64 " elements, data.npy has %" PRId64, z->array.count, z->length);
    for (int64_t done = 0, k; done < z->length; done += k) {
        k = min64(z->length - done, PIECE);
        if (!piece_indices(z, piece, k, e))
            return false;
        for (int64_t p = 0; p < k && done + p < count; p++) {
            if (piece[p] < 0 || piece[p] >= most)
                return err_set(e, ERR_INPUT, "element %" PRId64 " is not in 0 .. %" PRId64, done + p, most - 1);
            to[done + p] = (int32_t)piece[p];
        }
    }
    return unzip_end(z->zip, e);
}

/* to[p] = i for the entries p of line i, ptr[i] .. ptr[i+1]-1. *count: the last pointer; unused entries may follow. */
static bool read_pointers(struct npz *z, int64_t lines, int64_t *count, int32_t *to, struct err *e)
{
    int64_t piece[PIECE], before = 0;

    if (!array_begin(z, "indptr.npy", "iu", 1, e))
        return false;
    if (z->array.count != lines + 1)
        return err_set(e, ERR_INPUT, "has %" PRId64 " elements, not %" PRId64, z->array.count, lines + 1);
    for (int64_t done = 0, k; done <= lines; done += k) {
        k = min64(lines + 1 - done, PIECE);
        if (!piece_indices(z, piece, k, e))
            return false;
        for (int64_t p = 0; p < k; p++) {
            if (done + p == 0 ? piece[p] != 0 : piece[p] < before || piece[p] > z->length)
                return err_set(e, ERR_INPUT,
                               "element %" PRId64 " is out of order: row pointers ascend from 0 to %" PRId64, done + p,
                               z->length);
            for (; before < piece[p]; before++)
                to[before] = (int32_t)(done + p - 1);
        }
    }
    *count = before;
    return unzip_end(z->zip, e);
}

static bool read_values(struct npz *z, int64_t count, double *to, struct matrix *a, struct err *e)
{
    unsigned char bytes[8 * PIECE];
    int64_t ones = 0;

    if (!array_begin(z, "data.npy", "fiub", 1, e))
        return false;
    for (int64_t done = 0, k; done < z->length; done += k) {
        k = min64(z->length - done, PIECE);
        if (!piece_read(z, bytes, k, e))
            return false;
        for (int64_t p = 0; p < k && done + p < count; p++) {
            double v = npy_double(&z->array, bytes, p);
            to[done + p] = v;
            a->zeros += v == 0;
            a->nonfinite += !isfinite(v);
            ones += v == 1;
        }
    }
    a->field = z->array.kind == 'f'                    ? FIELD_REAL
               : z->array.kind == 'b' && ones == count ? FIELD_PATTERN
                                                       : FIELD_INTEGER;
    return unzip_end(z->zip, e);
}

/* Reads the number of entries from the header of the values, to check memory before allocating any. */
static bool read_length(struct npz *z, struct err *e)
{
    if (!array_begin(z, "data.npy", "fiub", 1, e))
        return false;
    z->length = z->array.count;
    unzip_leave(z->zip);
    return limit_check(coo_peak_bytes((uint64_t)z->m, (uint64_t)z->length, false), z->limit, "reading the matrix", e);
}

static bool read_entries(struct npz *z, const char *format, struct coo *c, struct matrix *a, struct err *e)
{
    bool by_row = strcmp(format, "csr") == 0;

    c->count = z->length;
    if (strcmp(format, "coo") == 0) {
        if (!read_indices(z, "row.npy", z->m, c->count, c->row, e) ||
            !read_indices(z, "col.npy", z->n, c->count, c->col, e))
            return false;
    } else if (!read_pointers(z, by_row ? z->m : z->n, &c->count, by_row ? c->row : c->col, e) ||
               !read_indices(z, "indices.npy", by_row ? z->n : z->m, c->count, by_row ? c->col : c->row, e))
        return false;
    a->stored = c->count;
    return read_values(z, c->count, c->val, a, e);
}

/* Prefixes errors of a member with its name. */
static bool read_all(struct npz *z, struct coo *c, struct matrix *a, struct err *e)
{
    char format[8];

    if (!unzip_has(z->zip, "format.npy"))
        return err_set(e, ERR_INPUT,
                       "is a zip archive, but not from save_npz: format.npy is missing; unpack it first with "
                       "`unzip`");
    if (!read_format(z, format, e) || !read_shape(z, e) || !read_length(z, e) ||
        !coo_room(c, z->length, true, false, e) || !read_entries(z, format, c, a, e))
        return e->code == ERR_INPUT ? err_prefix(e, "%s", z->name) : false;
    return coo_assemble(c, 1, z->m, z->n, z->progress, &a->csr, &a->duplicates, e);
}

static bool npz_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    struct npz z = { .zip = unzip_open(path, e), .progress = p, .limit = limit };
    struct coo entries = { 0 };
    bool ok = z.zip && read_all(&z, &entries, a, e);

    coo_free(&entries);
    unzip_close(z.zip);
    return ok;
}

#else

static bool npz_read(const char *path, uint64_t limit, const struct progress *p, struct matrix *a, struct err *e)
{
    return err_set(e, ERR_INPUT,
                   "is a .npz or zip file, and this program was built without libzip: make deps, then make");
}

#endif

static bool npz_probe(const char *head, size_t n)
{
    return n >= 4 && (memcmp(head, "PK\x03\x04", 4) == 0 || memcmp(head, "PK\x05\x06", 4) == 0);
}

const struct reader reader_npz = { .probe = npz_probe, .read = npz_read };
