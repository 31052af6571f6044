/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/measure/kernel.h"

bool kernel_has_team(const struct kernel *k)
{
    return strcmp(k->family, "cpu") == 0 || strcmp(k->family, "mpi") == 0;
}

void kernel_params_initial(const struct kernel *k, int64_t param[PARAM_MAX])
{
    for (int i = 0; k->params && k->params[i].name; i++)
        param[i] = k->params[i].initial;
}

void kernel_param_filed(const struct kernel *k, int64_t param[PARAM_MAX])
{
    for (int i = 0; k->params && k->params[i].name; i++)
        param[i] = strcmp(k->params[i].name, "ORDER") == 0 ? 0 : param[i];
}

void kernel_params_text(const struct kernel *k, const int64_t *param, bool all, const char *between, char *text,
                        size_t size)
{
    for (int i = 0; k->params && k->params[i].name; i++) {
        const struct param *p = &k->params[i];
        if (!all && param[i] == p->initial)
            continue;
        if (p->choices)
            text_join(text, size, between, "%s=%s", p->name, p->choices[param[i]]);
        else
            text_join(text, size, between, "%s=%lld", p->name, (long long)param[i]);
    }
}

struct part part_of(const char *name, double local, double exchange, double all, double messages, double bytes)
{
    struct part p = { .local_ms = fmin(local, all), .messages = messages, .bytes = bytes };
    p.exchange_ms = fmin(exchange, all - p.local_ms);
    p.waiting_ms = all - p.local_ms - p.exchange_ms;
    snprintf(p.name, sizeof p.name, "%s", name);
    return p;
}

/* (4|8)(m+1) + (4 + v)·nnz: pointers take 4 bytes while nnz < 2³¹. */
uint64_t kernel_csr_bytes(const struct csr *a)
{
    uint64_t pointer = a->nnz <= INT32_MAX ? 4 : 8;
    uint64_t entries = size_mul((uint64_t)a->nnz, 4 + vtype_size(a->type));
    return size_add(size_mul(pointer, (uint64_t)a->m + 1), entries);
}

uint64_t kernel_operand_bytes(const struct problem *p)
{
    const struct operation *o = operations[p->op];
    return o->operand_bytes ? o->operand_bytes(p) : 0;
}

uint64_t kernel_traffic(const struct problem *p, const struct plan *plan)
{
    return plan->traffic ? plan->traffic : kernel_compulsory_bytes(p);
}

uint64_t kernel_traffic_with(const struct problem *p, uint64_t matrix)
{
    return kernel_compulsory_bytes(p) - kernel_csr_bytes(p->a) + matrix;
}

uint64_t kernel_traffic_below(const struct problem *p, uint64_t matrix)
{
    return matrix < kernel_csr_bytes(p->a) ? kernel_traffic_with(p, matrix) : 0;
}

uint64_t kernel_compulsory_bytes(const struct problem *p)
{
    return operations[p->op]->compulsory_bytes(p);
}

bool kernel_is_base(const struct kernel *k)
{
    const char *dot = strrchr(k->name, '.');
    return k->serial && !k->peer && strcmp(k->format, "csr") == 0 && dot && strcmp(dot, ".serial") == 0;
}
