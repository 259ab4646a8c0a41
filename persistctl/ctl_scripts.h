/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_scripts.h: which scripts of an instance a name on the command line
 * means. */

#ifndef CTL_SCRIPTS_H
#define CTL_SCRIPTS_H

#include <stddef.h>

typedef struct ctl_scripts {
    char **names; /* as the pools have them, each once */
    size_t count;
} ctl_scripts_t;

/* True when the file of this name is the script: the same text, or the same
 * file by whatever path, looked at with our own rights. */
int ctl_scripts_is(const char *name, const char *script);

/* Asks persistd, which tells only what we may see. Returns 0, or -1 with errno
 * as ctl_ask_report(); clear it afterwards. */
int ctl_scripts_find(ctl_scripts_t *scripts, const char *instance,
                     const char *name);

void ctl_scripts_clear(ctl_scripts_t *scripts);

#endif /* CTL_SCRIPTS_H */
