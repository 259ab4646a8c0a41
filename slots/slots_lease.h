/* SPDX-License-Identifier: Apache-2.0 */
/* slots_lease.h: a lease, and what its owner does with it: release, give up,
 * look at the worker's other requests. */

#ifndef SLOTS_LEASE_H
#define SLOTS_LEASE_H

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

/* Owner only: as slots_give_up(), for a request that the worker has and will
 * never begin with. The unit turns DROPPED. */
int slots_drop(slots_table_t *table, const slots_lease_t *lease);

/* Owner only: the worker must be recycled. It turns BROKEN as a whole, so that
 * no request claims its other units, and this unit is taken out. The caller
 * nudges persistd afterwards. Returns 0, or -1 when the lease was no longer
 * ours. */
int slots_break(slots_table_t *table, const slots_lease_t *lease);

/* True while the lease is valid. A waiting thread checks this at least once a
 * second, because persistd may have recycled the worker meanwhile. */
int slots_lease_holds(const slots_table_t *table, const slots_lease_t *lease);

/* The requests that a worker had besides one of its own leases, at the time of
 * a look. The words are as they are when httpd gives up the requests. */
typedef struct slots_others {
    uint32_t count;                    /* 0: the words are not set */
    uint64_t words[SLOTS_AHEAD_UNITS]; /* 0: none */
} slots_others_t;

/* Owner: looks which other requests the worker has, if it runs them one after
 * the other (SLOTS_AHEAD); a worker that does not has none. Those that it will
 * drop do not count. Which of the others runs the table does not say. Returns
 * their number. */
uint32_t slots_others_look(const slots_table_t *table,
                           const slots_lease_t *lease, slots_others_t *others);

/* Owner: true if there were others at that look and none of them has ended
 * since. Later ones do not count, nor do requests that httpd has given up and
 * that the worker may still run. */
int slots_others_stay(const slots_table_t *table, const slots_lease_t *lease,
                      const slots_others_t *others);

/* Owner: returns 1 if the worker has any request besides the lease's, running
 * or waiting, given up or not; else 0. For workers of every kind. Of one with
 * very many units this is an estimate (slots_free_used()). */
int slots_others_any(const slots_table_t *table, const slots_lease_t *lease);

/* Owner, after its worker has died: returns the fault for which persistd killed
 * the worker, or 0. The answer stays available when the slot has its next
 * worker, until that one is killed, too. */
uint32_t slots_lease_fault(const slots_table_t *table,
                           const slots_lease_t *lease);

#endif /* SLOTS_LEASE_H */
