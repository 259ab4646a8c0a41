/* SPDX-License-Identifier: Apache-2.0 */
/* slots_claim.h: the steps of a unit's word: httpd's (claim, release, give
 * up) and persistd's (start, open, take out, free, clear). */

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
 * started from another version of the script.
 * Returns 1 with *lease set, or 0. No lock, and no system call
 * but for what slots_cpu.h says. */
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

/* persistd: an unused slot (all units VOID) is given to the pool with the next
 * incarnation; its units turn STARTING. Returns the slot's index with
 * *incarnation set, or -1 with errno ENOSPC (no slot, or the pool's list is
 * full) */
int slots_slot_start(slots_table_t *table, uint32_t pool, uint64_t version,
                     uint32_t *incarnation);

/* persistd: the worker is READY; `capacity` units turn FREE, the others VOID,
 * and the first waiter is woken, who wakes the next if units are left. Returns
 * 0, or -1 with errno EINVAL (capacity 0 or above SLOTS_UNITS). Only STARTING
 * units change, so that it may be called again for an adopted worker. */
int slots_slot_open(slots_table_t *table, uint32_t slot, uint32_t capacity,
                    uint32_t features, uint32_t pid);

/* persistd: the worker shall leave. Turns FREE units DRAINING; leased ones
 * follow at their release. Returns how many units are still LEASED or
 * FINISHING; call it again until it says 0, then send STOP. */
uint32_t slots_slot_leave(slots_table_t *table, uint32_t slot);

/* persistd: it is about to kill this worker for that wire_fault_t. */
void slots_slot_condemn(slots_table_t *table, uint32_t slot, uint32_t fault);

/* Owner, after its worker has died: the fault that persistd killed it for, or
 * 0. Holds also when the slot has its next worker, until that is killed, too.
 */
uint32_t slots_lease_fault(const slots_table_t *table,
                           const slots_lease_t *lease);

/* persistd: a FINISHING unit is idle again: FREE (or DRAINING when leaving),
 * first waiter woken. Returns 1 when it was FINISHING, else 0. */
int slots_unit_finished(slots_table_t *table, uint32_t slot, uint32_t unit);

/* persistd: the worker is gone; every unit turns VOID whatever it was (a lease
 * that stood sees slots_lease_holds() fail), and the slot leaves its pool. */
void slots_slot_clear(slots_table_t *table, uint32_t slot);

/* Whoever holds this dead child's byte of owners.lock (the child that took it
 * over, before its threads start; others call slots_sweep_dead): its leases
 * turn FINISHING, its cells GONE, and the queues are woken. Returns the number
 * of leases; nudge persistd when it is not 0. */
uint32_t slots_sweep(slots_table_t *table, uint32_t owner);

/* persistd: sweeps the child if it is dead, and holds its byte of owners.lock
 * meanwhile, so that no new child can take the index and lose its own leases
 * to a sweep that was meant for the dead one. Returns 1 swept, 0 alive, -1 with
 * errno of fcntl. */
int slots_sweep_dead(slots_table_t *table, int owners_fd, uint32_t owner);

#endif /* SLOTS_CLAIM_H */
