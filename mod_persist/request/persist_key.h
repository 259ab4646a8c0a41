/* SPDX-License-Identifier: Apache-2.0 */
/* persist_key.h: the key of a worker pool. It is a hash of everything that
 * shapes the pool's processes, under the instance's secret, so that nobody can
 * construct two definitions with the same key. */

#ifndef PERSIST_KEY_H
#define PERSIST_KEY_H

#include "wire_message.h"

#include <apr_pools.h>
#include <apr_siphash.h>

/* What tells pools apart but is not in ENSURE. The same for all requests of a
 * child, and in all children that share a table. */
typedef struct persist_key_place {
    wire_bytes_t token; /* the instance's secret */
    uint32_t uid;
    uint32_t gid;
    const char *server_root;
} persist_key_place_t;

/* The hash keys of the two halves of a pool's key. As secret as the token. */
typedef struct persist_key_secret {
    unsigned char high[APR_SIPHASH_KSIZE];
    unsigned char low[APR_SIPHASH_KSIZE];
} persist_key_secret_t;

/* Derives the secret of a place; takes memory from p. */
void persist_key_draw(const persist_key_place_t *place, apr_pool_t *p,
                      persist_key_secret_t *secret);

/* Sets key_high and key_low of the definition from all its other fields except
 * seen; takes memory from p. */
void persist_key_set(const persist_key_secret_t *secret,
                     wire_ensure_t *definition, apr_pool_t *p);

#endif /* PERSIST_KEY_H */
