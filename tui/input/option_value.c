/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/input/option_value.h"

#include "core/base/number.h"
#include "core/protocol/command.h"

bool option_number(const struct options *o, enum option i, int64_t min, int64_t max, int64_t fallback, int64_t *out,
                   struct err *e)
{
    char name[OPTION_TYPED];
    *out = fallback;
    return !o->value[i] || (number_parse(o->value[i], out) && *out >= min && *out <= max) ||
           err_set(e, ERR_USAGE, "%s wants a whole number from %lld to %lld, not '%.60s'", option_typed(i, name),
                   (long long)min, (long long)max, o->value[i]);
}

bool option_threshold(const struct options *o, double *share, struct err *e)
{
    const char *text = o->value[OPT_THRESHOLD];
    int end = 0;
    double percent = 3;
    if (text && (sscanf(text, "%lf%n", &percent, &end) != 1 || strcmp(text + end + (text[end] == '%'), "") != 0 ||
                 !(percent >= 0 && percent <= 1000)))
        return err_set(e, ERR_USAGE, "--threshold wants a percentage from 0 to 1000 such as 3%%, not '%.60s'", text);
    *share = percent / 100;
    return true;
}

bool option_size(const char *text, uint64_t *bytes, double *share, struct err *e)
{
    static const char units[] = "KMGTP";
    char *s;
    double value = strtod(text, &s);
    const bool decimal = s > text && s == text + strspn(text, "0123456789."); /* no sign, no exponent */
    *bytes = 0;
    *share = 0;
    const char *unit = *s ? strchr(units, *s >= 'a' ? *s - 'a' + 'A' : *s) : NULL;
    if (*s == '%' && !s[1] && decimal && value > 0 && value <= 100) {
        *share = value / 100;
        return true;
    }
    if (unit) { /* powers of 1000, as in all messages; GiB: of 1024 */
        const bool binary = s[1] == 'i' && s[2] == 'B';
        value *= pow(binary ? 1024 : 1000, (double)(unit - units + 1));
        s += binary ? 3 : s[1] == 'B' ? 2 : 1;
    }
    if (!decimal || *s || value < 1 || value >= 9e18)
        return err_set(e, ERR_USAGE, "a size is 8G, 500M, 50%% or a number of bytes, not '%.60s'", text);
    *bytes = (uint64_t)value;
    return true;
}

bool option_client(const struct options *o, struct client_options *c, struct err *e)
{
    *c = (struct client_options){
        .link = { .engine = o->value[OPT_ENGINE],
                  .record = o->value[OPT_RECORD],
                  .record_over = o->value[OPT_FORCE] != NULL,
                  .replay = o->command == CMD_replay ? o->word[0] : NULL },
    };
    const char *limit = o->value[OPT_MEM_LIMIT], *send = o->value[OPT_SEND_LIMIT];
    double share = 0;
    c->send_limit = 256000000;
    if (limit && !option_size(limit, &c->limit, &c->limit_share, e))
        return err_prefix(e, "--mem-limit");
    if (send && strcmp(send, "0") == 0)
        c->send_limit = 0;
    else if (send && (!option_size(send, &c->send_limit, &share, e) || share > 0))
        return share > 0 ? err_set(e, ERR_USAGE, "--send-limit wants a size such as 256M, or 0: %.60s", send)
                         : err_prefix(e, "--send-limit");
    return true;
}
