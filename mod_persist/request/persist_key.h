/* SPDX-License-Identifier: Apache-2.0 */
/* persist_key.h: the number of a worker pool: all that shapes its processes,
 * hashed under the instance's secret, so that nobody can make two collide. */

#ifndef PERSIST_KEY_H
#define PERSIST_KEY_H

#include "wire_message.h"

#include <apr_pools.h>

/* What ENSURE does not say, but what tells pools apart all the same. */
typedef struct persist_key_place {
    uint32_t uid;
    uint32_t gid;
    const char *server_root;
} persist_key_place_t;

/* The bytes that are hashed: each field with its length before it, so that no
 * two definitions have the same bytes. In p. Fields key_high, key_low and seen
 * of the definition are left out. */
wire_bytes_t persist_key_bytes(const persist_key_place_t *place,
                               const wire_ensure_t *definition, apr_pool_t *p);

/* Sets key_high and key_low of the definition. */
void persist_key_set(const persist_key_place_t *place, wire_bytes_t token,
                     wire_ensure_t *definition, apr_pool_t *p);

#endif /* PERSIST_KEY_H */
