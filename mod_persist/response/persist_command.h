/* SPDX-License-Identifier: Apache-2.0 */
/* persist_command.h: the command that repeats a request from a terminal. Pure.
 * The SDKs answer one request there: --get PATH. */

#ifndef PERSIST_COMMAND_H
#define PERSIST_COMMAND_H

#include <apr_pools.h>
#include <apr_tables.h>

typedef struct persist_command {
    const apr_array_header_t *interpreter; /* const char *; NULL: none */
    const char *script;
    const char *method;
    const char *path; /* PATH_INFO, decoded; NULL: none */
    const char *args; /* the query, as the client sent it; NULL: none */
    const char *type; /* Content-Type of the body; NULL: none */
    int has_body;
} persist_command_t;

/* A word for the shell (POSIX 2.2.2): in single quotes, unless it has only
 * letters, digits and harmless marks. Control bytes stay as they are. */
const char *persist_command_quote(const char *word, apr_pool_t *p);

/* The interpreter's words, quoted, or NULL if there are none. */
const char *persist_command_interpreter(const persist_command_t *command,
                                        apr_pool_t *p);

/* One line. A byte of the URL that is no graphic ASCII is percent-encoded, so
 * the line has no control bytes, other than in the names of files. The body is
 * not known here: the line has "--data BODY" for a file with it. */
const char *persist_command_text(const persist_command_t *command,
                                 apr_pool_t *p);

#endif /* PERSIST_COMMAND_H */
