/* SPDX-License-Identifier: Apache-2.0 */
/* view.h: what we know of a pool's script by our own looks at its file. None
 * of them is waited for: while the file system does not answer, no worker is
 * started, those that are there serve on. */

#ifndef VIEW_H
#define VIEW_H

#include "os/look.h"
#include "state/pool.h"

/* Looks at the file, also when a look is under way; then the pool is marked. */
void view_stat(pool_t *pool);

/* A worker is to be started. Returns 1 when that may be done, since the script
 * has just been looked at; 0: the pool will be marked when it may, or those who
 * wait are told that it can't. */
int view_allows(pool_t *pool);

/* No look is under way, or it takes too long. */
int view_is_settled(const pool_t *pool);

/* The script's file has been looked at, for whatever reason. */
void view_take(pool_t *pool, const look_found_t *found);

/* The pool is reconciled, for so many requests that will come. Returns how many
 * those are, with the ones that the look was asked for. */
uint32_t view_waiting(pool_t *pool, uint32_t waiting);

/* The lane for looks at the pool's script; NULL: at this path. */
uint64_t view_lane(const pool_t *pool, const char *path);

/* Who makes looks at the pool's script necessary; NULL: it is not known. */
uint32_t view_asker(const struct pool *pool);

/* The pool goes. */
void view_close(pool_t *pool);

#endif /* VIEW_H */
