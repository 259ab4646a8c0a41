/* SPDX-License-Identifier: Apache-2.0 */
/* environment.h: the worker's environment, and the search for its program. */

#ifndef CONFORM_ENVIRONMENT_H
#define CONFORM_ENVIRONMENT_H

#include "options.h"

/* Makes an environment of PATH, LANG, LC_* and TZ of this process, the
 * variables of --env, and variable ("PERSIST_WORKER=1:3"). Free it with
 * environment_free(). */
char **environment_make(const options_t *options, const char *variable);
void environment_free(char **environment);

/* Returns the program's path, found as a shell finds it, or NULL with errno.
 * The caller frees it. */
char *environment_find(const char *program);

#endif /* CONFORM_ENVIRONMENT_H */
