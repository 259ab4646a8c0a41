/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_options.h: the command line. */

#ifndef CTL_OPTIONS_H
#define CTL_OPTIONS_H

enum { CTL_DONE = 0, CTL_FAILED = 1, CTL_WRONG = 2 };

typedef struct ctl_options {
    const char *runtime_dir;
    const char *own_dir; /* of the user's own persistd; NULL: not asked */
    const char *command;
    const char *script; /* NULL: none was named */
    const char *folder; /* of `new`, whose script is the kind */
    const char *url;    /* of `doctor`, or NULL */
    const char *id;     /* of `log`: only lines of this request; or NULL */
    int json, ruby, venv, cgi;
    int follow; /* of `log`: goes on with new lines */
} ctl_options_t;

/* Carries out a command. Returns an exit status. */
typedef int ctl_command_fn(const ctl_options_t *options);

/* Reads the command line. Returns -1 to go on, or the exit status after --help,
 * --version or a wrong argument, when everything has been printed. */
int ctl_options_read(ctl_options_t *options, int argc, char **argv);

#endif /* CTL_OPTIONS_H */
