/* SPDX-License-Identifier: Apache-2.0 */
/* view.h: what our own looks at the script's file have shown. persistd never
 * waits for a look. While the file system does not answer, no worker is
 * started, and running workers go on serving. */

#ifndef VIEW_H
#define VIEW_H

#include "os/look.h"
#include "state/pool.h"

/* Looks at the file, to learn its version; if a look is under way, once more
 * after it. Marks the pool when the result has come. */
void view_stat(pool_t *pool);

/* Asks whether a worker may be started. Returns 1 if the script has just been
 * looked at. Returns 0 if not yet: the pool will be marked when it may be, or
 * waiting requests learn that it cannot be. */
int view_allows(pool_t *pool);

/* True if no look is under way, or if it takes too long. */
int view_is_settled(const pool_t *pool);

/* Takes the result of a look at the script's file, whatever it was made for. */
void view_take(pool_t *pool, const look_found_t *found);

/* Called when the pool is reconciled for `waiting` requests that are about to
 * come. Returns that number, or the one for which the look was made, if that is
 * larger. */
uint32_t view_waiting(pool_t *pool, uint32_t waiting);

/* The lane for looks at the pool's script. If pool is NULL, the lane of the
 * path. */
uint64_t view_lane(const pool_t *pool, const char *path);

/* The asker of looks at the pool's script. If pool is NULL, nobody is known. */
uint32_t view_asker(const struct pool *pool);

/* Drops the look when the pool is removed. */
void view_close(pool_t *pool);

#endif /* VIEW_H */
