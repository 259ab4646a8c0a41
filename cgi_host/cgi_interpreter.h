/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_interpreter.h: which interpreters have a fork server of their own
 * (servers/): it has compiled the script before a request comes. */

#ifndef CGI_INTERPRETER_H
#define CGI_INTERPRETER_H

#include <limits.h>

typedef struct cgi_interpreter {
    char program[PATH_MAX]; /* the interpreter */
    char server[PATH_MAX];  /* what it runs in place of the script */
} cgi_interpreter_t;

/* Looks at the command of a program (as of cgi_exchange_begin()): a script
 * whose first line names an interpreter, also by env, or an interpreter and a
 * script. Arguments of the interpreter are left to exec. environment: its PATH
 * is that of env. folder: of the host. Returns 1 with *found filled, or 0. */
int cgi_interpreter_find(char *const *command, char *const *environment,
                         const char *folder, cgi_interpreter_t *found);

#endif /* CGI_INTERPRETER_H */
