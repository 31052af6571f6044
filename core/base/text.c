/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/text.h"

#include <stdarg.h>

const char *text_bytes(char *out, uint64_t bytes)
{
    static const char *const unit[] = { "B", "kB", "MB", "GB", "TB", "PB", "EB" };
    if (bytes == UINT64_MAX) {
        snprintf(out, TEXT_SIZE, "over 18 EB");
        return out;
    }
    if (bytes < 1000) {
        snprintf(out, TEXT_SIZE, "%u B", (unsigned)bytes);
        return out;
    }
    double size = (double)bytes;
    int u = 0;
    /* 999.5 kB would print as 1000 kB */
    for (; size >= 999.5; u++)
        size /= 1000;
    snprintf(out, TEXT_SIZE, "%.*f %s", size < 99.95 ? 1 : 0, size < 99.95 ? size : round(size), unit[u]);
    return out;
}

const char *text_some(char *out, int some, int all)
{
    snprintf(out, TEXT_SIZE, all == 1 ? "it" : "%d of %d", some, all);
    return out;
}

const char *text_count(char *out, int64_t count)
{
    char digits[TEXT_SIZE];
    uint64_t size = count < 0 ? 0 - (uint64_t)count : (uint64_t)count;
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)size);
    char *to = out;
    if (count < 0)
        *to++ = '-';
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return out;
}

bool text_item(const char **list, char *item, size_t size)
{
    if (!*list)
        return false;
    size_t n = strcspn(*list, ",");
    snprintf(item, size, "%.*s", (int)(n < size ? n : size - 1), *list);
    *list = (*list)[n] ? *list + n + 1 : NULL;
    return true;
}

static void add(char *out, size_t size, const char *between, const char *format, va_list args)
{
    size_t used = strlen(out);
    used += used ? (size_t)snprintf(out + used, size - used, "%s", between) : 0;
    if (used < size)
        vsnprintf(out + used, size - used, format, args);
}

void text_add(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(out, size, "", format, args);
    va_end(args);
}

void text_join(char *out, size_t size, const char *between, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(out, size, between, format, args);
    va_end(args);
}

const char *text_word(const char **words, int *length)
{
    const char *word = *words + strspn(*words, " ");
    *length = (int)strcspn(word, " ");
    *words = word + *length;
    return *length > 0 ? word : NULL;
}

bool text_has(const char *words, const char *word, int length)
{
    int n;
    for (const char *w; (w = text_word(&words, &n));)
        if (n == length && strncmp(w, word, (size_t)n) == 0)
            return true;
    return false;
}

const char *text_value(const char *words, const char *name)
{
    const size_t length = strlen(name);
    int n;
    for (const char *w; (w = text_word(&words, &n));)
        if (strncasecmp(w, name, length) == 0 && w[length] == '=')
            return w + length + 1;
    return NULL;
}

void text_put_markdown(FILE *f, const char *text)
{
    for (; *text; text++) {
        if (strchr("\\`<[|", *text))
            fputc('\\', f);
        fputc((unsigned char)*text < ' ' || *text == 127 ? '?' : *text, f); /* file names may hold any bytes */
    }
}

size_t text_bom(const char *bytes, size_t n)
{
    return n >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool text_ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcasecmp(name + n - m, end) == 0;
}
