/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: the shared table, and whether httpd's children still find it. */

#ifndef TABLE_H
#define TABLE_H

#include "state/persistd.h"

/* True if the instance has no directory yet, so that no predecessor can have
 * left a table. */
int table_is_first(const persistd_t *pd);

/* Takes over a predecessor's table and its owners.lock, if both are intact and
 * belong together. Sets pd->map, pd->table and pd->owners_fd. We hold the
 * instance's lock. Returns 0, or -1; a damaged table is logged. */
int table_adopt(persistd_t *pd);

/* Makes a new table, and tells processes that have an old one mapped to attach
 * again. Sets pd->map and pd->table. We hold the instance's lock, or nobody can
 * know of the instance yet. Returns 0, or a wire_fault_t with *text set (the
 * caller frees it). */
int table_make(persistd_t *pd, char **text);

/* Makes owners.lock for a new table, and sets pd->owners_fd. Returns 0, or -1
 * with errno. */
int table_make_owners(persistd_t *pd);

/* Notes that somebody has written to this field, and that it is as it should be
 * again. */
void table_damaged(persistd_t *pd, const char *field);

/* Once a second: tells of that, at most once a minute. */
void table_tell(persistd_t *pd, int64_t now);

/* Removes the table's name. */
void table_remove(persistd_t *pd);

#endif /* TABLE_H */
