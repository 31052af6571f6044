/* SPDX-License-Identifier: GPL-3.0-or-later */
/* staged_table: the kernels of sell_staged and sell_coded by columns at a time and by the step of their entries. */
#pragma once

#include "gpu/mul/staged_bulk.cuh"

template <class T> using staged_kernel = void (*)(const staged_work<T>);

/* The kernels for `columns` columns at a time: step 1, 2 and 4, and bundles of three with step 2. With more than two
   columns, entries are taken in bulk. */
template <class T> struct shape_entry {
    int columns, lanes;
    staged_kernel<T> step1, step2, step4, threes;
};

template <class T, int K, bool C> constexpr shape_entry<T> few()
{
    return { K,
             staged_shape<T, K>::lanes,
             staged<T, K, 1, 1, C>,
             staged<T, K, 2, 1, C>,
             staged<T, K, 4, 1, C>,
             staged<T, K, 2, 3, C> };
}

template <class T, int K, bool C> constexpr shape_entry<T> many()
{
    return { K,
             staged_shape<T, K>::lanes,
             NULL,
             staged_bulk<T, K, 2, 1, C>,
             staged_bulk<T, K, 4, 1, C>,
             staged_bulk<T, K, 2, 3, C> };
}

template <class T, bool C> struct shapes;
template <bool C> struct shapes<double, C> {
    static constexpr shape_entry<double> table[] = {
        few<double, 1, C>(),  few<double, 2, C>(),  many<double, 3, C>(),
        many<double, 4, C>(), many<double, 8, C>(), many<double, 16, C>(),
    };
};
template <bool C> struct shapes<float, C> {
    static constexpr shape_entry<float> table[] = {
        few<float, 1, C>(),  few<float, 2, C>(),   few<float, 3, C>(),   many<float, 4, C>(),
        many<float, 8, C>(), many<float, 16, C>(), many<float, 32, C>(),
    };
};

/* The fewest columns that hold k; else the most. */
template <class T, bool C> static int choose_row(int64_t k)
{
    int row = 0, last = (int)(sizeof shapes<T, C>::table / sizeof *shapes<T, C>::table) - 1;
    while (row < last && shapes<T, C>::table[row].columns < k)
        row++;
    return row;
}
