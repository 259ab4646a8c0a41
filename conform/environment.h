/* SPDX-License-Identifier: Apache-2.0 */
/* environment.h: the worker's environment, and where its program is. */

#ifndef CONFORM_ENVIRONMENT_H
#define CONFORM_ENVIRONMENT_H

#include "options.h"

/* PATH, LANG, LC_* and TZ of this process, what --env gives, and the variable
 * ("PERSIST_WORKER=1:3"). Ended by NULL; for environment_free(). */
char **environment_make(const options_t *options, const char *variable);
void environment_free(char **environment);

/* The program's absolute path, found as a shell finds it; for free(). NULL with
 * errno when there is none. */
char *environment_find(const char *program);

#endif /* CONFORM_ENVIRONMENT_H */
