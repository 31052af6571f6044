/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vocabulary: the words of each kind in a command line; calls add(word) for each. */
#pragma once

#include "tui/input/options.h"

void vocabulary_commands(enum context, void (*add)(const char *));
/* The options of a command; options common to all commands only in a shell, where the program starts. */
void vocabulary_options(enum context, enum tui_command, void (*add)(const char *));
void vocabulary_kernels(const json_t *kernels, void (*add)(const char *));
/* The parameters of all kernels, each once: "CHUNK=". */
void vocabulary_parameters(const json_t *kernels, void (*add)(const char *));
/* The names of the catalogue and the generators, each after `prefix`. */
void vocabulary_catalogue(const char *prefix, void (*add)(const char *));
void vocabulary_generators(const char *prefix, void (*add)(const char *));
/* All names of matrices; `typed`: what is typed already. */
void vocabulary_matrices(const char *typed, void (*add)(const char *));
void vocabulary_operations(void (*add)(const char *));
void vocabulary_types(void (*add)(const char *));
void vocabulary_orders(void (*add)(const char *));
void vocabulary_means(void (*add)(const char *));
/* The sets of the catalogue, which are also reports. */
void vocabulary_sets(void (*add)(const char *));
