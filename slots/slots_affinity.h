/* SPDX-License-Identifier: Apache-2.0 */
/* slots_affinity.h: sends equal keys to the same worker, while that worker
 * lives and is not too busy.
 *
 * A worker is identified by its entry in the pool's list, so that its
 * replacement inherits its keys. Each key ranks all entries by a hash of key
 * and entry (rendezvous hashing), so that when an entry comes or goes, only its
 * own share of the keys moves. A key takes the first entry of its ranking whose
 * load is below a limit. The limit grows with the load of the other entries.
 * When the first entry is too busy, all requests of the key therefore go to the
 * same second one.
 * Why: docs/decisions/affinity-by-rendezvous.md */

#ifndef SLOTS_AFFINITY_H
#define SLOTS_AFFINITY_H

#include "slots_table.h"

/* One entry of the pool's list, at one moment. */
typedef struct slots_load {
    /* Units. 0: no worker that can be claimed. */
    uint32_t capacity;
    /* Units in use, plus the requests that wait for one of them. */
    uint32_t load;
} slots_load_t;

/* Pure. Hashes any bytes to 64 bits. Equal bytes give equal keys. */
uint64_t slots_affinity_key(const void *bytes, size_t len);

/* Pure. Returns how many requests, running and waiting, an entry of this
 * capacity may have when the other entries together have capacity_others and
 * load_others. The limit is four times the entry's share of that load, so that
 * a key with many requests spreads to further workers. It is never less than
 * the capacity plus four waiting requests, so that a short burst does not
 * scatter keys. Without other entries there is no limit. */
uint32_t slots_affinity_limit(uint32_t capacity, uint64_t capacity_others,
                              uint64_t load_others);

/* Pure. Returns the entry for a key, or -1 when no worker can be claimed. */
int slots_affinity_choose(uint64_t key, const slots_load_t *loads,
                          uint32_t count);

/* httpd: returns the aim of a request with this key, for
 * slots_queue_enter_aimed() and slots_claim_aimed(). 0: the request takes any
 * worker. */
uint32_t slots_affinity_aim(const slots_table_t *table, uint32_t pool,
                            uint64_t version, uint64_t key);

#endif /* SLOTS_AFFINITY_H */
