/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crash_cleanup: if a signal kills this program, restores the terminal and kills the child, async-signal-safe. */
#include "tui/screen/curses_screen.h"

#include <signal.h>
#include <termios.h>

enum { STACK = 64 * 1024 };

/* global, for the signal handler */
static struct {
    int fd;
    struct termios modes;
    char bytes[512];
    size_t length;
    volatile pid_t child;
} state = { .fd = -1 };

static void on_fatal(int number)
{
    if (state.fd >= 0) {
        ssize_t written = write(state.fd, state.bytes, state.length);
        (void)written;
        tcsetattr(state.fd, TCSANOW, &state.modes);
    }
    if (state.child > 0)
        kill(state.child, SIGKILL);
    signal(number, SIG_DFL);
    raise(number);
}

/* Whether a signal would end this program: its action is the default, and no handler is set. */
static bool ends(int number)
{
    static const int harmless[] = { SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU };
    struct sigaction is;
    for (size_t i = 0; i < COUNT(harmless); i++)
        if (number == harmless[i])
            return false;
    return sigaction(number, NULL, &is) == 0 && is.sa_handler == SIG_DFL;
}

void crash_remember(int fd)
{
    state.fd = tcgetattr(fd, &state.modes) == 0 ? fd : -1;
}

/* On its own stack: stack overflow is one of the causes. */
void crash_guard(const char *bytes)
{
    static char stack[STACK];
    const stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
    struct sigaction action = { .sa_handler = on_fatal, .sa_flags = (int)(SA_ONSTACK | SA_NODEFER | SA_RESETHAND) };
    snprintf(state.bytes, sizeof state.bytes, "%s", bytes);
    state.length = strlen(state.bytes);
    sigaltstack(&alternate, NULL);
    sigemptyset(&action.sa_mask);
    for (int number = 1; number <= SIGRTMAX; number++)
        if (ends(number))
            sigaction(number, &action, NULL);
}

void crash_child(pid_t child)
{
    state.child = child;
}

void crash_forget(void)
{
    struct sigaction is;
    for (int number = 1; number <= SIGRTMAX; number++)
        if (sigaction(number, NULL, &is) == 0 && is.sa_handler == on_fatal)
            signal(number, SIG_DFL);
    state.fd = -1;
    state.child = 0;
}
