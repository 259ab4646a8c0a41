/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_interpreter.h: the interpreter of a script, by its first line, and
 * whether it has a fork server of its own (servers/): that one has compiled the
 * script before a request comes. */

#ifndef CGI_INTERPRETER_H
#define CGI_INTERPRETER_H

#include <limits.h>

typedef struct cgi_interpreter {
    char program[PATH_MAX];    /* the interpreter */
    char called[PATH_MAX];     /* the name it gets: argv[0] */
    char switches[16];         /* the first argument of the script's, or "" */
    char option[PATH_MAX + 2]; /* one of the server's, before it; or "" */
    char server[PATH_MAX + 2]; /* what it runs first, or "" */
} cgi_interpreter_t;

/* The words of a command, with the NULL at its end. */
#define CGI_INTERPRETER_WORDS 6

/* Looks at the command of a program (as of cgi_exchange_begin()): a script
 * whose first line names an interpreter, also by env, or an interpreter and a
 * script. environment: its PATH is that of env. folder: of the host, for the
 * servers. An interpreter has its server if it is no script itself, and has no
 * argument, or one that is made of switches that the server may have, too.
 * Returns 1 with *found filled for an interpreter with a server, and for any
 * that env finds; else 0: the command is started as it is. */
int cgi_interpreter_find(char *const *command, char *const *environment,
                         const char *folder, cgi_interpreter_t *found);

/* True if it has a server of its own. */
int cgi_interpreter_serves(const cgi_interpreter_t *found);

/* Lists the words that start the server, or the interpreter, for the script.
 * They stay in `found`. */
void cgi_interpreter_command(cgi_interpreter_t *found, const char *script,
                             char *words[CGI_INTERPRETER_WORDS]);

/* Copies the path of what runs a program: the interpreter, as the command or
 * the first line names it, or else the program. */
void cgi_interpreter_name(char *const *command, char path[PATH_MAX]);

#endif /* CGI_INTERPRETER_H */
