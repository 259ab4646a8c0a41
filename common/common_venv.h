/* SPDX-License-Identifier: Apache-2.0 */
/* common_venv.h: where the virtual environment of an application lies. */

#ifndef COMMON_VENV_H
#define COMMON_VENV_H

#include <limits.h>

typedef struct common_venv {
    char path[PATH_MAX];  /* FOLDER/NAME */
    char place[PATH_MAX]; /* of the environment: the same, or elsewhere */
} common_venv_t;

/* What to do about an environment elsewhere that does not work, for printf with
 * its path. A command would change what the folder's owner chose to name. */
#define COMMON_VENV_MEND "write the path of one that works into %s"

/* Finds the environment that FOLDER/NAME stands for. That is this folder, which
 * need not be there, or what the one line of a file of that name leads to, as
 * pipenv writes it: an absolute path, or one that begins in FOLDER. Returns
 * NULL, or the reason why its place is not known: the part of a sentence behind
 * the path. */
const char *common_venv_find(const char *folder, const char *name,
                             common_venv_t *venv);

/* True if a file names the place. */
int common_venv_is_elsewhere(const common_venv_t *venv);

#endif /* COMMON_VENV_H */
