/* SPDX-License-Identifier: Apache-2.0 */
/* entry.h: which file is the application, in which folder, and how it starts.
 */

#ifndef ENTRY_H
#define ENTRY_H

#include "common_apps.h"
#include "options.h"

typedef struct entry {
    const char *folder;      /* absolute; the application's working directory */
    const char *file;        /* absolute */
    const common_app_t *app; /* NULL: its name tells no language */
    int is_auto;             /* it was found by its name */
} entry_t;

/* Finds file and folder. Ends the process if there is no such file, or no
 * application in the folder. */
void entry_find(entry_t *entry, const options_t *options);

/* True if the file starts itself: it was named, may be executed, begins with
 * "#!", and has no name that promises an interface. One that was found by its
 * name may be made for servers that load it, and start one of its own as a
 * program. */
int entry_starts_itself(const entry_t *entry);

#endif /* ENTRY_H */
