/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: the shared table, and whether httpd's children still find it. */

#ifndef TABLE_H
#define TABLE_H

#include "persistd.h"

/* A predecessor's, or a new one; sets pd->shm and pd->table. Returns 0, or -1
 * with *text set (for free()): why not. The lock of the instance is held, or
 * nobody can know of the instance. */
int table_open(persistd_t *pd, char **text);

/* The instance has no directory yet, and no predecessor of ours a table. */
int table_is_first(const persistd_t *pd);

/* Its name goes. */
void table_remove(persistd_t *pd);

/* By the clock: ends this persistd when the table has lost its name. */
void table_look(persistd_t *pd);

#endif /* TABLE_H */
