/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/protocol/command.h"

#include <ctype.h>

#include "core/base/number.h"

static const char blanks[] = " \t\r";

bool command_unescape(char *word, struct err *e)
{
    char *to = word;
    for (const char *from = word; *from; from++) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        if (!isxdigit((unsigned char)from[1]) || !isxdigit((unsigned char)from[2]))
            return err_set(e, ERR_USAGE, "%% must be followed by two hexadecimal digits");
        const char digits[] = { from[1], from[2], 0 };
        from += 2;
        *to = (char)strtol(digits, NULL, 16);
        if (!*to++)
            return err_set(e, ERR_USAGE, "a word cannot contain %%00");
    }
    *to = '\0';
    return true;
}

/* ---- the arguments that commands.list allows ---- */

/* An item of an `arguments` text: WORD, name=EXAMPLE, [name=EXAMPLE] or [set.PARAM=EXAMPLE]... */
struct expected {
    const char *name;
    size_t length; /* of the name; of a prefix up to its dot */
    bool optional;
    bool word;   /* without '=' */
    bool prefix; /* any name that begins with "set." */
};

/* The item at *at, which moves past it; false at the end. */
static bool expected_next(const char **at, struct expected *x)
{
    const char *p = *at + strspn(*at, " ");
    if (!*p)
        return false;
    size_t length = strcspn(p, " ");
    *at = p + length;
    x->optional = *p == '[';
    x->name = p + (x->optional ? 1 : 0);
    size_t name = strcspn(x->name, "=] ");
    x->word = x->name[name] != '=';
    const char *dot = memchr(x->name, '.', name);
    x->prefix = dot != NULL && !x->word;
    x->length = x->prefix ? (size_t)(dot + 1 - x->name) : name;
    return true;
}

static bool argument_known(const char *arguments, const char *name)
{
    struct expected x;
    while (expected_next(&arguments, &x))
        if (!x.word && strncmp(x.name, name, x.length) == 0 && x.prefix == (name[x.length] != '\0'))
            return true;
    return false;
}

static bool check_known(const struct command *c, const struct command_info *info, struct err *e)
{
    for (int i = 0; i < c->arguments; i++)
        if (!argument_known(info->arguments, c->argument[i].name))
            return err_set(e, ERR_USAGE, "%s has no argument %.60s=; it takes: %s", info->verb, c->argument[i].name,
                           *info->arguments ? info->arguments : "none");
    return true;
}

/* Whether everything that is required is there, and no word more. */
static bool check_required(const struct command *c, const struct command_info *info, struct err *e)
{
    const char *at = info->arguments;
    int words = 0;
    struct expected x;
    while (expected_next(&at, &x)) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)x.length, x.name);
        words += x.word;
        const bool missing = x.word ? c->words < words : !x.optional && !command_value(c, name);
        if (missing)
            return err_set(e, ERR_USAGE, "%s needs %s%s; it takes: %s", info->verb, name, x.word ? "" : "=",
                           info->arguments);
    }
    return c->words <= words || err_set(e, ERR_USAGE, "%s: one word too many: %.60s", info->verb, c->word[words]);
}

static bool command_check(const struct command *c, struct err *e)
{
    const struct command_info *info = &command_table[c->verb];
    return check_known(c, info, e) && check_required(c, info, e);
}

static bool verb_find(const char *word, enum verb *verb, struct err *e)
{
    char known[200] = "";
    for (int v = 0; v < VERB_COUNT; v++) {
        *verb = (enum verb)v;
        if (strcmp(command_table[v].verb, word) == 0)
            return true;
        text_join(known, sizeof known, ", ", "%s", command_table[v].verb);
    }
    return err_set(e, ERR_USAGE, "no command is called %.60s; there are: %s", word, known);
}

static bool command_add(struct command *c, char *word, struct err *e)
{
    char *equals = strchr(word, '=');
    if (!equals) {
        if (c->words == COMMAND_ARGUMENTS)
            return err_set(e, ERR_USAGE, "more than %d words", COMMAND_ARGUMENTS);
        c->word[c->words++] = word;
        return command_unescape(word, e);
    }
    if (c->arguments == COMMAND_ARGUMENTS)
        return err_set(e, ERR_USAGE, "more than %d arguments", COMMAND_ARGUMENTS);
    *equals = '\0';
    c->argument[c->arguments].name = word;
    c->argument[c->arguments++].value = equals + 1;
    return command_unescape(word, e) && command_unescape(equals + 1, e);
}

/* Cuts c->text into the verb, words and arguments. */
static bool command_split(struct command *c, struct err *e)
{
    bool first = true;
    for (char *at = c->text, *word; (word = strsep(&at, blanks));) {
        if (!*word)
            continue;
        if (!(first ? verb_find(word, &c->verb, e) : command_add(c, word, e)))
            return false;
        first = false;
    }
    return command_check(c, e);
}

static struct command *command_new(const char *line, size_t length)
{
    const size_t size = sizeof(struct command) + length + 1;
    struct command *c = calloc(1, size);
    if (c) {
        c->verb = VERB_COUNT;
        c->size = size;
        memcpy(c->text, line, length);
    }
    return c;
}

struct command *command_parse(const char *line, size_t length)
{
    if (memchr(line, '\0', length))
        return command_wrong("a command line cannot hold a NUL byte");
    struct command *c = command_new(line, length);
    if (c && !c->text[strspn(c->text, blanks)]) {
        command_free(c);
        return NULL;
    }
    if (c && !command_split(c, &c->wrong))
        c->verb = VERB_COUNT;
    return c;
}

struct command *command_wrong(const char *why)
{
    struct command *c = command_new("", 0);
    if (c)
        err_set(&c->wrong, ERR_USAGE, "%s", why);
    return c;
}

void command_free(struct command *c)
{
    free(c);
}

const char *command_value(const struct command *c, const char *name)
{
    for (int i = c->arguments - 1; i >= 0; i--)
        if (strcmp(c->argument[i].name, name) == 0)
            return c->argument[i].value;
    return NULL;
}

bool command_number(const struct command *c, const char *name, int64_t min, int64_t max, int64_t fallback, int64_t *out,
                    struct err *e)
{
    const char *text = command_value(c, name);
    *out = fallback;
    if (!text)
        return true;
    if (!number_parse(text, out))
        return err_set(e, ERR_USAGE, "%s=%.60s: not a whole number", name, text);
    return (*out >= min && *out <= max) ||
           err_set(e, ERR_USAGE, "%s=%.60s: must be from %lld to %lld", name, text, (long long)min, (long long)max);
}

static bool pair_parse(const char *text, int64_t out[2])
{
    char first[24];
    const char *second = text;
    text_item(&second, first, sizeof first);
    const bool cut = second && (size_t)(second - text) > sizeof first;
    return second && !cut && number_parse(first, &out[0]) && number_parse(second, &out[1]) && out[0] >= 0 &&
           out[1] >= 0;
}

bool command_pair(const struct command *c, const char *name, int64_t out[2], struct err *e)
{
    const char *text = command_value(c, name);
    return !text || pair_parse(text, out) ||
           err_set(e, ERR_USAGE, "%s=%.60s: two whole numbers like 0,100", name, text);
}

const struct command_info command_table[VERB_COUNT] = {
#define COMMAND(verb, arguments, help) { #verb, arguments, help, false },
#define LOOK(verb, arguments, help) { #verb, arguments, help, true },
#include "core/protocol/commands.list"
};

bool command_is_look(const char *line)
{
    const size_t n = strcspn(line, " ");
    for (int v = 0; v < VERB_COUNT; v++)
        if (command_table[v].look && strlen(command_table[v].verb) == n && strncmp(line, command_table[v].verb, n) == 0)
            return true;
    return false;
}

/* ---- lists as users write them ---- */

static bool value_parse(const char *text, const char *const *choices, int64_t *out)
{
    for (*out = 0; choices && choices[*out]; ++*out)
        if (strcasecmp(choices[*out], text) == 0)
            return true;
    return !choices && number_parse(text, out);
}

static bool list_complain(const char *name, const char *text, const char *const *choices, struct err *e)
{
    if (!choices)
        return err_set(e, ERR_USAGE, "%s=%.60s: a number, a list like 1,2,4, or a rising range like 1..16 or 1..256x2",
                       name, text);
    char known[160] = "";
    for (int i = 0; choices[i]; i++)
        text_join(known, sizeof known, ", ", "%s", choices[i]);
    return err_set(e, ERR_USAGE, "%s=%.60s: one or more of %s", name, text, known);
}

/* Appends a value unless it is there already; false: the list is full. */
static bool list_append(struct list *out, int64_t value)
{
    for (int i = 0; i < out->count; i++)
        if (out->value[i] == value)
            return true;
    if (out->count == COMMAND_LIST)
        return false;
    out->value[out->count++] = value;
    return true;
}

/* first, first + 1, … last; with a factor ≥ 2: first, factor·first, … up to last. */
struct range {
    int64_t first, last, factor;
};

static bool range_append(struct list *out, const struct range *r)
{
    for (int64_t v = r->first;; v = r->factor ? v * r->factor : v + 1) {
        if (!list_append(out, v))
            return false;
        if (r->factor ? v > r->last / r->factor : v == r->last)
            return true;
    }
}

/* Parses "4", "1..16" or "1..256x2", in place. Choices have no factor: their names may contain an x. */
static bool range_parse(char *text, const char *const *choices, struct range *r)
{
    char *dots = strstr(text, ".."), *times = dots && !choices ? strchr(dots, 'x') : NULL;
    if (dots)
        *dots = 0;
    if (times)
        *times++ = 0;
    r->factor = 0;
    if (!value_parse(text, choices, &r->first) || !value_parse(dots ? dots + 2 : text, choices, &r->last))
        return false;
    if (times && (!number_parse(times, &r->factor) || r->factor < 2 || r->first < 1))
        return false;
    return r->first <= r->last;
}

bool list_parse(const char *name, const char *text, int64_t min, int64_t max, const char *const *choices,
                struct list *out, struct err *e)
{
    out->count = 0;
    const char *at = text;
    for (;;) {
        size_t length = strcspn(at, ",");
        char item[64];
        struct range r;
        snprintf(item, sizeof item, "%.*s", (int)length, at);
        if (length == 0 || length >= sizeof item || !range_parse(item, choices, &r))
            return list_complain(name, text, choices, e);
        if (r.first < min || r.last > max)
            return err_set(e, ERR_USAGE, "%s=%.60s: must be from %lld to %lld", name, text, (long long)min,
                           (long long)max);
        if (!range_append(out, &r))
            return err_set(e, ERR_USAGE, "%s=%.60s: more than %d values", name, text, COMMAND_LIST);
        at += length;
        if (!*at)
            return true;
        at++;
    }
}
