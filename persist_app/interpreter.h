/* SPDX-License-Identifier: Apache-2.0 */
/* interpreter.h: which interpreter runs an application. */

#ifndef INTERPRETER_H
#define INTERPRETER_H

#include "common_apps.h"
#include "options.h"

/* Returns its words: those of --interpreter; or the virtual environment's; or
 * those of --fallback; or the one that configure found; or the first in PATH.
 * Ends the process if there is none. */
char **interpreter_find(const char *folder, const common_language_t *language,
                        const options_t *options);

#endif /* INTERPRETER_H */
