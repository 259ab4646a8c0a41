/* SPDX-License-Identifier: Apache-2.0 */
/* slots_affinity.h: equal keys to the same worker, while it lives and is not
 * too busy.
 *
 * A worker is known by its entry of the pool's list, so that its replacement
 * inherits its keys. Each key ranks all entries by a hash of both (rendezvous
 * hashing): when one comes or goes, only its own share of the keys moves. A key
 * takes the first entry of its rank whose load is below a limit that grows with
 * the load of the others, and so the same second one when the first is busy. */

#ifndef SLOTS_AFFINITY_H
#define SLOTS_AFFINITY_H

#include "slots_table.h"

/* One entry of the pool's list, at one moment. */
typedef struct slots_load {
    uint32_t capacity; /* units; 0: no worker that can be had */
    uint32_t load;     /* units in use, and requests that wait for them */
} slots_load_t;

/* Pure. 64 bits for any bytes: equal bytes, equal keys. */
uint64_t slots_affinity_key(const void *bytes, size_t len);

/* Pure. How many requests an entry of this capacity may have, running and
 * waiting, when the others together are of capacity_others and have
 * load_others: four times its share of that, so that a key that many ask for
 * takes others, too; but never less than four that wait, so that a passing
 * crowd scatters no keys. Without others no limit. */
uint32_t slots_affinity_limit(uint32_t capacity, uint64_t capacity_others,
                              uint64_t load_others);

/* Pure. The entry for a key, or -1 when no worker can be had. */
int slots_affinity_choose(uint64_t key, const slots_load_t *loads,
                          uint32_t count);

/* httpd: what a request with this key shall wait for, for
 * slots_queue_enter_aimed() and slots_claim_aimed(); 0: whatever it gets. */
uint32_t slots_affinity_aim(const slots_table_t *table, uint32_t pool,
                            uint64_t version, uint64_t key);

#endif /* SLOTS_AFFINITY_H */
