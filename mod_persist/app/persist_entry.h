/* SPDX-License-Identifier: Apache-2.0 */
/* persist_entry.h: the file of a folder that is its application. */

#ifndef PERSIST_ENTRY_H
#define PERSIST_ENTRY_H

#include "config/persist_config.h"

/* Looks for the file as PersistApp says: that file, that of the module, or by
 * convention. One look at the file system for each name that is tried. Returns
 * its absolute path with *finfo, or NULL. */
const char *persist_entry_find(const persist_app_t *app, apr_pool_t *p,
                               apr_finfo_t *finfo);

/* Returns the names that persist_entry_find() tries, for readers. */
const char *persist_entry_names(const persist_app_t *app, apr_pool_t *p);

#endif /* PERSIST_ENTRY_H */
