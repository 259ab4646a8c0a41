/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_options.h: what the command line asks for. */

#ifndef CTL_OPTIONS_H
#define CTL_OPTIONS_H

enum { CTL_DONE = 0, CTL_FAILED = 1, CTL_WRONG = 2 };

typedef struct ctl_options {
    const char *runtime_dir;
    const char *command;
    const char *script; /* NULL: none was named */
    int json;
} ctl_options_t;

/* A command; returns an exit status. */
typedef int ctl_command_fn(const ctl_options_t *options);

/* Reads them. Returns -1, or the exit status when all has been said: after
 * --help, --version, or a wrong argument. */
int ctl_options_read(ctl_options_t *options, int argc, char **argv);

#endif /* CTL_OPTIONS_H */
