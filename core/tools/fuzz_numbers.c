/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_numbers COUNT [SEED]: numbers read and written beside the C library, on all processors; says how many agreed. */
#include <time.h>

#include "core/base/tests/number_trial.h"

int main(int argc, char **argv)
{
    int64_t count = 0, seed = (int64_t)time(NULL);
    if (argc < 2 || !number_parse(argv[1], &count) || (argc > 2 && !number_parse(argv[2], &seed))) {
        fprintf(stderr, "usage: fuzz_numbers COUNT [SEED]\n");
        return 2;
    }
    int64_t wrong = 0;
#pragma omp parallel for schedule(static, 4096) reduction(+ : wrong)
    for (int64_t k = 0; k < count; k++) {
        char why[TRIAL_TEXT * 2];
        bool read = trial_reads((uint64_t)seed, (uint64_t)k, why);
        if (!read)
            fprintf(stderr, "%s\n", why);
        bool written = trial_writes((uint64_t)seed, (uint64_t)k, why);
        if (!written)
            fprintf(stderr, "%s\n", why);
        wrong += !read + !written;
    }
    printf("%lld numbers read and %lld written beside the C library, seed %lld: %lld differ\n", (long long)count,
           (long long)count, (long long)seed, (long long)wrong);
    return wrong != 0;
}
