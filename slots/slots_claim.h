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
    uint32_t unit;        /* its number in the worker, 0… */
    uint32_t at;          /* its index in the table's units */
    uint32_t units;       /* how many the worker has */
    uint32_t incarnation; /* names the worker's socket */
    uint32_t features;
    uint64_t word; /* as claimed; every later step compares with it */
} slots_lease_t;

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

/* As slots_claim(), but only of the worker at this entry of the pool's list.
 * `aim` comes from slots_affinity.h and is not 0. */
int slots_claim_aimed(slots_table_t *table, uint32_t pool, uint64_t generation,
                      uint64_t version, uint32_t owner, uint32_t aim,
                      slots_lease_t *lease);

/* Owner only: the request is over and the worker waits for the next one. The
 * unit turns FREE and the first waiter is woken; if slot.leaving is set, the
 * unit turns DRAINING. Returns 1 when the caller should nudge persistd (also
 * for the request that reaches slot.requests_max), 0 when it need not, and -1
 * when the lease was no longer ours (swept or recycled; nothing was done). */
int slots_release(slots_table_t *table, const slots_lease_t *lease);

/* Owner only: the request is over, but the worker may still be busy with it.
 * The unit turns FINISHING. The caller nudges persistd afterwards. Returns 0,
 * or -1 when the lease was no longer ours. */
int slots_give_up(slots_table_t *table, const slots_lease_t *lease);

/* Owner only: the worker must be recycled. It turns BROKEN as a whole, so that
 * no request claims its other units, and this unit is taken out. The caller
 * nudges persistd afterwards. Returns 0, or -1 when the lease was no longer
 * ours. */
int slots_break(slots_table_t *table, const slots_lease_t *lease);

/* True while the lease is valid. A waiting thread checks this at least once a
 * second, because persistd may have recycled the worker meanwhile. */
int slots_lease_holds(const slots_table_t *table, const slots_lease_t *lease);

/* Owner: the word of the worker's other unit, if that has a request too and the
 * worker runs them one after the other (SLOTS_AHEAD); else 0. Which of the two
 * runs the table does not say. */
uint64_t slots_lease_before(const slots_table_t *table,
                            const slots_lease_t *lease);

/* Owner, after its worker has died: returns the fault for which persistd killed
 * the worker, or 0. The answer stays available when the slot has its next
 * worker, until that one is killed, too. */
uint32_t slots_lease_fault(const slots_table_t *table,
                           const slots_lease_t *lease);

#endif /* SLOTS_CLAIM_H */
