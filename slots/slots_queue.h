/* SPDX-License-Identifier: Apache-2.0 */
/* slots_queue.h: the queue of a pool. A release wakes a waiter, it does not
 * give it the unit.
 *
 * The queue is the set of WAITING cells; its front has the oldest ticket. A
 * release makes the unit FREE and wakes the front, and the front then claims
 * like any other request. So no unit is ever in transit, and a process that is
 * killed at any point leaves at most a cell, which slots_sweep() clears. */

#ifndef SLOTS_QUEUE_H
#define SLOTS_QUEUE_H

#include "slots_claim.h"

/* The longest sleep before a waiter checks again, in milliseconds. A test sets
 * it so long that only wake-ups keep the queue going. */
#ifndef SLOTS_SLICE_MS
#define SLOTS_SLICE_MS 200
#endif

/* How many arrivals in a row may claim a FREE unit past the waiters. A woken
 * front takes a while to run, and the worker would be idle for so long; a
 * request that is already running uses that time. The delay is bounded, because
 * after this many the next unit goes to the front.
 * Why: docs/decisions/arrivals-may-pass.md */
#ifndef SLOTS_PASSES
#define SLOTS_PASSES 4
#endif

/* A request's place in the queue. A plain value, private to the thread. */
typedef struct slots_place {
    uint32_t pool;
    uint32_t cell;
    uint32_t owner;
    uint64_t word;  /* content of the cell while we wait, aim included */
    uint32_t seen;  /* futex value before the last check */
    int slice_over; /* the last pause ran its whole length: try even if not the
                       front */
} slots_place_t;

enum slots_enter {
    SLOTS_ENTERED = 0,
    SLOTS_QUEUE_FULL = 1, /* `length` cells are taken */
    SLOTS_TOTAL_FULL = 2  /* the waiters of all pools reach `total` */
};

/* Counts a request that waits for persistd, before it can stand in any queue,
 * among the waiters of all pools. Returns 1, to be followed by
 * slots_queue_end(), or 0 when they reach total. */
int slots_queue_begin(slots_table_t *table, uint32_t owner, uint32_t total);
void slots_queue_end(slots_table_t *table, uint32_t owner);

/* Writes the child's number of waiters again, as who waits has to do more often
 * than every SLOTS_WAITING_US. Those in a queue do it by slots_queue_try(). */
void slots_queue_count(slots_table_t *table, uint32_t owner);

/* True when a request waits. */
int slots_queue_waiting(const slots_table_t *table, uint32_t pool);

/* The first step of a request: claims a FREE unit, at the entry `aim` of the
 * pool's list, or at any entry when aim is 0. It passes waiters only
 * SLOTS_PASSES times in a row, counted for each aim separately. joins: without
 * an aim it may wait at a busy worker although another one is idle
 * (slots_claim_join()). Returns 1 with *lease set, or 0; the caller then enters
 * the queue. */
int slots_queue_arrive(slots_table_t *table, uint32_t pool, uint64_t generation,
                       uint64_t version, uint32_t owner, uint32_t aim,
                       int joins, slots_lease_t *lease);

/* Returns the number of requests that one more worker would help. These are all
 * waiters; but while a unit of the pool is FREE, requests that aim at a worker
 * do not count. */
uint32_t slots_queue_demand(const slots_table_t *table, uint32_t pool);

/* Returns the number of waiting requests at one moment, for plans and status.
 */
uint32_t slots_queue_length(const slots_table_t *table, uint32_t pool);

/* Takes a cell. length: 1…SLOTS_CELLS, of this pool; total: of all pools. */
enum slots_enter slots_queue_enter(slots_table_t *table, uint32_t pool,
                                   uint32_t owner, uint32_t length,
                                   uint32_t total, slots_place_t *place);

/* As slots_queue_enter(), for a request that aims at one worker
 * (slots_affinity.h). When that worker takes no requests any more, or after a
 * whole slice, the request takes any unit. */
enum slots_enter slots_queue_enter_aimed(slots_table_t *table, uint32_t pool,
                                         uint32_t owner, uint32_t length,
                                         uint32_t total, uint32_t aim,
                                         slots_place_t *place);

/* Returns the place of a request that arrives now, without a cell: behind all
 * that wait, and before all that come later. */
slots_place_t slots_queue_arrived(const slots_table_t *table, uint32_t pool,
                                  uint32_t owner, uint32_t aim);

/* Takes a cell for a request that is to be taken back from a worker. *place is
 * that of its arrival, or the one in which it has waited: it stands before all
 * that have come later. It has been admitted, so no length and no total refuses
 * it. Returns 1, or 0 if there is no cell. */
int slots_queue_return(slots_table_t *table, slots_place_t *place);

/* Tries to claim, if the place is the front or its last pause ran a whole
 * slice. On success the cell is given back, and the next waiter is woken if one
 * more unit is FREE. Returns 1 with *lease set, or 0. */
int slots_queue_try(slots_table_t *table, slots_place_t *place,
                    uint64_t generation, uint64_t version,
                    slots_lease_t *lease);

/* Sleeps until woken, for at most so many milliseconds (limited to
 * SLOTS_SLICE_MS). A wake-up between the last slots_queue_try and this call is
 * not lost. Call it once after each try; a second pause would return at once.
 */
void slots_queue_pause(slots_table_t *table, slots_place_t *place,
                       uint32_t milliseconds);

/* Gives the cell back without a lease (client gone, too late, fault) and wakes
 * the front if a unit is FREE, since a wake-up meant for us must not be lost.
 */
void slots_queue_leave(slots_table_t *table, slots_place_t *place);

#endif /* SLOTS_QUEUE_H */
