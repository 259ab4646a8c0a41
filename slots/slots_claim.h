/* SPDX-License-Identifier: Apache-2.0 */
/* slots_claim.h: httpd's steps of a unit's word: claim, release, give up. */

#ifndef SLOTS_CLAIM_H
#define SLOTS_CLAIM_H

#include "slots_table.h"
#include "slots_unit.h"

/* The right to use one unit for one request. A plain value, private to the
 * thread that claimed it. */
typedef struct slots_lease {
    uint32_t pool;
    uint32_t slot;
    uint32_t unit;
    uint32_t incarnation; /* names the worker's socket */
    uint32_t features;
    uint64_t word; /* as claimed; every later step compares with it */
} slots_lease_t;

/* Free workers that a claim compares. Each beyond the first keeps one more of
 * them warm, which could idle out. */
#define SLOTS_NEAR 2u

/* httpd child `owner`: takes a free unit of the pool, in slot order, so that
 * the first ones stay hot and the last ones can idle out; but of the first
 * SLOTS_NEAR workers with a free unit rather the one that was claimed last on
 * the CPU that the caller runs on, or one that has not been claimed yet, unless
 * header.lacking. Passes by slots that leave, have a BROKEN unit, or were
 * started from another version of the script. Returns 1 with *lease set, or 0.
 * No lock, and no system call but for what slots_cpu.h says. */
int slots_claim(slots_table_t *table, uint32_t pool, uint64_t generation,
                uint64_t version, uint32_t owner, slots_lease_t *lease);

/* The same, but only of the worker at this entry of the pool's list (an aim of
 * slots_affinity.h, not 0). */
int slots_claim_aimed(slots_table_t *table, uint32_t pool, uint64_t generation,
                      uint64_t version, uint32_t owner, uint32_t aim,
                      slots_lease_t *lease);

/* Owner only: the request is over and the worker waits for the next one. The
 * unit turns FREE and the first waiter is woken; with slot.leaving it turns
 * DRAINING. Returns 1 when persistd should be nudged (also for the request that
 * was slot.requests_max), 0 when not, -1 when the lease was no longer ours
 * (swept or recycled: nothing was done). */
int slots_release(slots_table_t *table, const slots_lease_t *lease);

/* Owner only: the worker is still busy with it (SLOTS_FINISHING), or must be
 * recycled (SLOTS_BROKEN). Nudge persistd afterwards. Returns 0, or -1 when
 * the lease was no longer ours. */
int slots_give_up(slots_table_t *table, const slots_lease_t *lease,
                  slots_unit_state_t state);

/* True while the lease stands. A waiting thread looks at least once a second:
 * persistd may have recycled the worker under it. */
int slots_lease_holds(const slots_table_t *table, const slots_lease_t *lease);

/* Owner, after its worker has died: the fault that persistd killed it for, or
 * 0. Holds also when the slot has its next worker, until that is killed, too.
 */
uint32_t slots_lease_fault(const slots_table_t *table,
                           const slots_lease_t *lease);

#endif /* SLOTS_CLAIM_H */
