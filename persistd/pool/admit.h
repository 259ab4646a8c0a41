/* SPDX-License-Identifier: Apache-2.0 */
/* admit.h: which pools are in the table. */

#ifndef ADMIT_H
#define ADMIT_H

#include "state/pool.h"

/* Puts a pool into the table and takes over the definition. If the table is
 * full, the pool replaces another one. If this tenant has half of the table, it
 * replaces one of his. Returns NULL with errno if there is no place: ENOSPC, or
 * EDQUOT for the tenant's limit. The definition then still belongs to the
 * caller. */
pool_t *pool_make(persistd_t *pd, definition_t *definition, uint64_t version,
                  uid_t tenant);

/* Takes a pool without workers out of the table and frees it. */
void pool_remove(pool_t *pool);

/* Removes the pool if it has been unused for ten minutes. */
void pool_tidy(pool_t *pool, int64_t now);

#endif /* ADMIT_H */
