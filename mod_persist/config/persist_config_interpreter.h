/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_interpreter.h: PersistInterpreter, and which one a file has.
 */

#ifndef PERSIST_CONFIG_INTERPRETER_H
#define PERSIST_CONFIG_INTERPRETER_H

#include "config/persist_config.h"

/* What persist_dir_config_t.interpreters has of an extension. */
typedef struct persist_interpreter {
    apr_array_header_t *words; /* command and arguments: const char * */
    int in_htaccess;           /* it was set there, by the files' owner */
    int runs_apps; /* the extension means an application: .wsgi, .ru, … */
} persist_interpreter_t;

const char *persist_config_interpreter_set(cmd_parms *cmd, void *dir, int argc,
                                           char *const argv[]);

/* Returns the last extension of the path, with its dot, or NULL. */
const char *persist_config_extension(const char *path);

/* Returns what PersistInterpreter says of the extension, or NULL. */
const persist_interpreter_t *
persist_config_interpreter(const persist_dir_config_t *config,
                           const char *extension);

#endif /* PERSIST_CONFIG_INTERPRETER_H */
