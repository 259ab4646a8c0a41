/* SPDX-License-Identifier: Apache-2.0 */
/* fork_changes.h: what constructors of libraries changed in the environment.
 * They have run before the fork, with the server's environment. The same is
 * done again to the environment of each request. */

#ifndef FORK_CHANGES_H
#define FORK_CHANGES_H

#include <stddef.h>

typedef struct fork_changes {
    char **set; /* "NAME=VALUE", not in the environment at the start */
    size_t set_count;
    char **unset; /* "NAME=VALUE" of that environment whose NAME is gone */
    size_t unset_count;
} fork_changes_t;

/* Finds the changes between the start of the process and `now`. They stay in
 * memory. Returns 0 or -errno. */
long fork_changes_find(fork_changes_t *changes, char **now);

/* Writes to `to` the variables of `len` bytes with all changes, and NULL. `to`
 * has room for all of both. Returns what follows the NULL. */
char **fork_changes_apply(const fork_changes_t *changes, char *variables,
                          size_t len, char **to);

#endif /* FORK_CHANGES_H */
