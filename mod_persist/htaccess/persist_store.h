/* SPDX-License-Identifier: Apache-2.0 */
/* persist_store.h: the kept files of this child. */

#ifndef PERSIST_STORE_H
#define PERSIST_STORE_H

#include "htaccess/persist_kept.h"

/* Bounds of one child. A parsed file takes about 20 times its weight, and at
 * most 60 times. */
#define PERSIST_STORE_FILES 128
#define PERSIST_STORE_WEIGHT (64 * 1024)

/* Directories that are deeper are left to httpd. */
#define PERSIST_STORE_DEPTH 32

/* Any thread: finds what is kept for the directories on the way to filename,
 * from "/" on, but nothing refused, and takes a reference of each. Returns how
 * many there are in found. */
unsigned persist_store_borrow(const server_rec *server, const char *filename,
                              persist_kept_t *found[PERSIST_STORE_DEPTH]);

/* Any thread: returns what is kept for this directory, refused or not, with a
 * reference of the caller's; or NULL. */
persist_kept_t *persist_store_get(const server_rec *server, const char *dir);

/* Any thread: keeps it in place of the one with its key, and evicts others that
 * were not used lately until the bounds hold. The caller's reference becomes
 * the store's. Returns how many were evicted. */
unsigned persist_store_put(persist_kept_t *kept);

/* Any thread: how many there are. */
unsigned persist_store_count(void);

#endif /* PERSIST_STORE_H */
