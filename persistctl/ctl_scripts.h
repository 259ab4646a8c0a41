/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_scripts.h: finds the scripts of an instance that a name on the command
 * line means. */

#ifndef CTL_SCRIPTS_H
#define CTL_SCRIPTS_H

#include "ctl_options.h"

#include <stddef.h>

typedef struct ctl_scripts {
    char **names; /* as in the pools' definitions, each once */
    size_t count;
} ctl_scripts_t;

/* Returns true if the name means the script: it is the same text, or leads to
 * the same file by any path, as seen with the caller's own rights. */
int ctl_scripts_is(const char *name, const char *script);

/* Asks persistd, which reports only what we may see. Returns 0, or -1 with
 * errno as ctl_ask_report(). Call ctl_scripts_clear() in both cases. */
int ctl_scripts_find(ctl_scripts_t *scripts, const char *instance,
                     const char *name);

void ctl_scripts_clear(ctl_scripts_t *scripts);

/* No pool of the script that the options name was found: if there is no such
 * file either, prints that to stderr and returns 1. */
int ctl_scripts_is_missing(const ctl_options_t *options);

#endif /* CTL_SCRIPTS_H */
