/* SPDX-License-Identifier: Apache-2.0 */
/* admit.h: which pools are in the table. */

#ifndef ADMIT_H
#define ADMIT_H

#include "state/pool.h"

/* Takes the definition over and puts the pool into the table, in the place of
 * another one if it is full, or of one of this tenant's when half of the table
 * is his. Returns NULL with errno ENOSPC or, for the tenant's bound, EDQUOT
 * when there is no room; the definition is then the caller's again. */
pool_t *pool_make(persistd_t *pd, definition_t *definition, uint64_t version,
                  uid_t tenant);

/* Takes it out of the table and frees it. It has no workers. */
void pool_remove(pool_t *pool);

/* Removes the pool when it has been of no use for ten minutes. */
void pool_tidy(pool_t *pool, int64_t now);

#endif /* ADMIT_H */
