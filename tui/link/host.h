/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host: the name of the machine that an engine's command reaches. */
#ifndef NZ_HOST_H
#define NZ_HOST_H

#include <stdbool.h>

enum { HOST_NAME = 64 };

/* What `ssh` in the command is told to connect to, without user and port; false: it is no ssh. */
bool host_of_command(const char *command, char out[HOST_NAME]);
/* The name that an engine gives itself, if this machine has another one; else "". */
void host_of_hello(const char *name, char out[HOST_NAME]);

#endif
