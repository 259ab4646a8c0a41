/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_htaccess.h: what the lines of a .htaccess file ask for. */

#ifndef DOCTOR_HTACCESS_H
#define DOCTOR_HTACCESS_H

#include <stddef.h>

enum { DOCTOR_ENV_MAX = 32, DOCTOR_INTERPRETER_MAX = 8 };

typedef struct doctor_htaccess {
    char *text;         /* what the pointers below point into */
    const char *app;    /* the argument of PersistApp; NULL: none, or off */
    int lone_handler;   /* SetHandler persist-app */
    int script_handler; /* SetHandler persist-script */
    int exec_cgi;       /* Options with ExecCGI */
    int has_mark;       /* a byte order mark stands before the first line */
    int conditional;    /* one of these stands in <IfModule> or <IfDefine> */
    char *env[DOCTOR_ENV_MAX + 1]; /* NAME=VALUE of PersistEnv, allocated */
    int env_count;
    /* PersistInterpreter: an extension, then words; NULL follows the last */
    const char *interpreter[DOCTOR_INTERPRETER_MAX + 2];
} doctor_htaccess_t;

/* Reads the lines. `text` is overwritten, and is freed by
 * doctor_htaccess_clear(); NULL: there is no file. */
void doctor_htaccess_read(doctor_htaccess_t *lines, char *text);

void doctor_htaccess_clear(doctor_htaccess_t *lines);

#endif /* DOCTOR_HTACCESS_H */
