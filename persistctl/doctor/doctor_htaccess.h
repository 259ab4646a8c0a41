/* SPDX-License-Identifier: Apache-2.0 */
/* doctor_htaccess.h: what lines of httpd's configuration, or of a .htaccess
 * file, ask for. */

#ifndef DOCTOR_HTACCESS_H
#define DOCTOR_HTACCESS_H

#include "doctor/doctor_words.h"

#include <stddef.h>

enum {
    DOCTOR_ENV_MAX = 32,
    DOCTOR_INTERPRETER_MAX = 8, /* its words */
    DOCTOR_INTERPRETERS_MAX = 8 /* extensions */
};

/* PersistInterpreter: an extension, then words; NULL follows the last. */
typedef struct doctor_interpreter {
    char *words[DOCTOR_INTERPRETER_MAX + 2];
} doctor_interpreter_t;

/* All texts are allocated. */
typedef struct doctor_htaccess {
    char *app;          /* the argument of PersistApp; NULL: none, or off */
    int off;            /* PersistApp off */
    int lone_handler;   /* SetHandler persist-app */
    int script_handler; /* SetHandler persist-script */
    int exec_cgi;       /* Options with ExecCGI */
    int has_mark;       /* a byte order mark stands before the first line */
    int conditional;    /* one of these stands in <IfModule> or <IfDefine> */
    char *env[DOCTOR_ENV_MAX + 1]; /* NAME=VALUE of PersistEnv */
    int env_count;
    doctor_interpreter_t interpreters[DOCTOR_INTERPRETERS_MAX];
    int interpreter_count;
} doctor_htaccess_t;

/* Reads the lines of a .htaccess file. `text` is overwritten. */
void doctor_htaccess_read(doctor_htaccess_t *lines, char *text);

/* Adds one line. Returns true if it is one of those that make an application or
 * a script, which must not be conditional. */
int doctor_htaccess_take(doctor_htaccess_t *lines, const doctor_words_t *words);

/* True if they make the folder an application, or a file a script. */
int doctor_htaccess_runs(const doctor_htaccess_t *lines);

/* Returns the words of PersistInterpreter for this extension (with or without
 * its dot), or NULL. */
const char *const *doctor_htaccess_interpreter(const doctor_htaccess_t *lines,
                                               const char *extension);

void doctor_htaccess_clear(doctor_htaccess_t *lines);

#endif /* DOCTOR_HTACCESS_H */
