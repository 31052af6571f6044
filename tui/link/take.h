/* SPDX-License-Identifier: GPL-3.0-or-later */
/* take: reads a member of a JSON object; if it is missing or of another type, the variable keeps its value. */
#pragma once

#include <jansson.h>

#include "core/base/err.h"

void take_text(const json_t *o, const char *name, char *to, size_t size);
const char *take_string(const json_t *o, const char *name); /* the text itself, "" if missing */
/* The words of an array joined by commas; a string as it is. */
void take_words(const json_t *o, const char *name, char *to, size_t size);
/* The processor or GPU of a measurement, by its common name: "Intel Xeon" for "Intel(R) Xeon(R) Processor". */
void take_processor(const json_t *measurement, char *to, size_t size);
/* A value as text: numbers, words, yes and no, arrays joined by commas; "": none. Returns `room` or its own text. */
const char *take_as_text(const json_t *, char *room, size_t size);
void take_number(const json_t *o, const char *name, double *to); /* the strings "nan", "inf" and "-inf" are numbers */
/* A number, or one of these strings; else `otherwise`. */
double take_value(const json_t *, double otherwise);
double take_double(const json_t *o, const char *name); /* 0 if missing… */
double take_or_nan(const json_t *o, const char *name); /* …NaN if missing */
int64_t take_whole(const json_t *o, const char *name); /* 0 if missing */
int take_threads(const json_t *measurement);           /* 0 if missing */
void take_int64(const json_t *o, const char *name, int64_t *to);
void take_int(const json_t *o, const char *name, int *to);
void take_bool(const json_t *o, const char *name, bool *to);
/* The outcome in a `done`; an impossible exit status counts as ERR_ENGINE. */
void take_outcome(const json_t *done, struct err *e);
void take_pair(const json_t *o, const char *name, int64_t to[2]);

/* A member of an object, and the struct member for it: one of the kinds above. */
enum take_kind { TAKE_TEXT, TAKE_INT, TAKE_INT64, TAKE_NUMBER, TAKE_BOOL };
struct take_field {
    const char *name; /* NULL ends a list */
    enum take_kind kind;
    size_t at, size;
};
#define TAKE(type, member)                                                                                             \
    {                                                                                                                  \
#member,                                                                                                         \
      _Generic(((type *)0)->member, char *: TAKE_TEXT, int: TAKE_INT, int64_t: TAKE_INT64, double: TAKE_NUMBER,        \
               bool: TAKE_BOOL),                                                                                       \
      offsetof(type, member), sizeof((type *)0)->member     \
    }
void take_fields(const json_t *o, const struct take_field *, void *to);
/* Sets all numbers of the list to NAN. */
void take_no_numbers(const struct take_field *, void *to);

/* Whether a measurement passed its check. */
bool take_ok(const json_t *measurement);
/* The speed of a measurement or a row, in GFLOPS, or in Gnnz/s where nothing is computed; NaN: none. */
double take_rate(const json_t *measurement);
const char *take_rate_name(const json_t *measurement); /* the member that has it */
const char *take_rate_unit(const json_t *measurement);

/* Whether two objects agree in these members, whose names end in NULL; missing in both counts as equal. */
bool take_alike(const json_t *a, const json_t *b, const char *const *members);

#define JSON_EACH(element, array)                                                                                      \
    for (size_t at_##element = 0; (element = json_array_get(array, at_##element)); at_##element++)

/* [[rows, nnz]…] into two arrays; returns the number of pairs, at most `most`. */
int take_bins(const json_t *list, int most, int64_t *rows, int64_t *nnz);
