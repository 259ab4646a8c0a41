/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_scripts.h: finds the scripts of an instance that a name on the command
 * line means. */

#ifndef CTL_SCRIPTS_H
#define CTL_SCRIPTS_H

#include "ctl_options.h"

#include <stddef.h>

/* A persistd has no more pools (PersistMaxPools). */
enum { CTL_SCRIPTS_MAX = 4096 };

typedef struct ctl_scripts {
    char **names; /* as in the pools' definitions, each once */
    size_t count;
} ctl_scripts_t;

/* Asks persistd, which reports only what we may see, for the scripts whose name
 * is the same text, or leads to the same file by any path, as seen with the
 * caller's own rights; and for those that are the application of this folder.
 * Returns 0, or -1 with errno as ctl_ask_report(). Call ctl_scripts_clear() in
 * both cases. */
int ctl_scripts_find(ctl_scripts_t *scripts, const char *instance,
                     const char *name);

/* The same for all scripts below a folder, whose path has no links. */
int ctl_scripts_below(ctl_scripts_t *scripts, const char *instance,
                      const char *folder);

void ctl_scripts_clear(ctl_scripts_t *scripts);

/* No pool of the script that the options name was found: if there is no such
 * file either, prints that to stderr and returns 1. */
int ctl_scripts_is_missing(const ctl_options_t *options);

#endif /* CTL_SCRIPTS_H */
