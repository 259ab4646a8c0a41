/* SPDX-License-Identifier: Apache-2.0 */
/* slots_claim.h: how a request gets a FREE unit. */

#ifndef SLOTS_CLAIM_H
#define SLOTS_CLAIM_H

#include "slots_lease.h"
#include "slots_table.h"

/* The number of free workers that a claim chooses from. Each one beyond the
 * first keeps one more worker warm that could otherwise idle out. */
#define SLOTS_NEAR 2u

/* httpd child `owner`: claims a FREE unit of the pool. Units are tried in the
 * order of the slots, so that the first workers stay hot and the last ones can
 * idle out. Among the first SLOTS_NEAR workers with a free unit, the claim
 * prefers the one that was last claimed on the CPU that the caller runs on, or
 * else one that has not been claimed yet. While header.lacking is not 0 it
 * takes the first of them instead. A unit whose request has to wait for another
 * one of the worker (SLOTS_AHEAD) is claimed only when there is no other. Skips
 * slots that are leaving, that are BROKEN, or that were started from another
 * version of the script. Returns 1 with *lease set, or 0. Takes no lock and
 * makes no system call, except where slots_cpu.h says so. */
int slots_claim(slots_table_t *table, uint32_t pool, uint64_t generation,
                uint64_t version, uint32_t owner, slots_lease_t *lease);

/* Claims a unit of a busy worker, so that the request waits for others of it
 * (SLOTS_AHEAD), although another worker may be idle: that with the fewest
 * requests, if at least `together` of the pool are busy. It may miss some of
 * them. Returns 1 with *lease set, or 0: slots_claim() follows. */
int slots_claim_join(slots_table_t *table, uint32_t pool, uint64_t generation,
                     uint64_t version, uint32_t owner, slots_lease_t *lease);

/* As slots_claim(), but only of the worker at this entry of the pool's list.
 * `aim` comes from slots_affinity.h and is not 0. */
int slots_claim_aimed(slots_table_t *table, uint32_t pool, uint64_t generation,
                      uint64_t version, uint32_t owner, uint32_t aim,
                      slots_lease_t *lease);

#endif /* SLOTS_CLAIM_H */
