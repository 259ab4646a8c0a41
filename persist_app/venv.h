/* SPDX-License-Identifier: Apache-2.0 */
/* venv.h: the virtual environment of an application (PEP 405): FOLDER/.venv,
 * which may be a file that leads to it, FOLDER/venv or FOLDER/env. */

#ifndef VENV_H
#define VENV_H

#include "common_apps.h"

/* Returns the path of the environment's interpreter, or NULL if the folder has
 * no environment. Ends the process if it has one that cannot work: then the
 * system's interpreter would only fail later, and for another reason. */
const char *venv_find(const char *folder, const common_language_t *language);

#endif /* VENV_H */
