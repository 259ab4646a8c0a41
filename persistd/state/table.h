/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: the shared table, and whether httpd's children still find it. */

#ifndef TABLE_H
#define TABLE_H

#include "state/persistd.h"

/* The instance has no directory yet, and no predecessor of ours a table. */
int table_is_first(const persistd_t *pd);

/* Takes a predecessor's table and its owners.lock, when both are whole and
 * belong to each other; sets pd->shm, pd->table and pd->owners_fd. The lock of
 * the instance is held. Returns 0, or -1 (logged, if there was anything). */
int table_adopt(persistd_t *pd);

/* Makes a new one, and sends who has an old one mapped to look for it. Sets
 * pd->shm and pd->table. Returns 0, or a wire_fault_t with *text set (for
 * free()). The lock of the instance is held, or nobody can know of the
 * instance. */
int table_make(persistd_t *pd, char **text);

/* Makes owners.lock of a new table; sets pd->owners_fd. Returns 0, or -1 with
 * errno. */
int table_make_owners(persistd_t *pd);

/* Its name goes. */
void table_remove(persistd_t *pd);

#endif /* TABLE_H */
