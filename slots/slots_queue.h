/* SPDX-License-Identifier: Apache-2.0 */
/* slots_queue.h: a pool's waiting set: wake, don't give.
 *
 * The queue is the set of WAITING cells, its front the lowest ticket. A release
 * makes the unit FREE and wakes the front; the front then claims as anybody
 * does. So no unit is ever in transit, and a process killed at any point leaves
 * at most a cell that slots_sweep() clears. */

#ifndef SLOTS_QUEUE_H
#define SLOTS_QUEUE_H

#include "slots_claim.h"

/* Longest sleep before a waiter looks around, in milliseconds. A test makes it
 * so long that nothing but wake-ups keeps the queue going. */
#ifndef SLOTS_SLICE_MS
#define SLOTS_SLICE_MS 200
#endif

/* How many arrivals in a row may claim what is FREE past those who wait. The
 * front that a release has woken takes a while until it runs, and the worker
 * would be idle for so long: one that is running already makes use of it. What
 * it costs is bounded: after so many the next unit is the front's. */
#ifndef SLOTS_PASSES
#define SLOTS_PASSES 4
#endif

/* A thread's place in the queue. A plain value, private to it. */
typedef struct slots_place {
    uint32_t pool;
    uint32_t cell;
    uint32_t owner;
    uint64_t word;  /* what the cell holds while we wait, aim included */
    uint32_t seen;  /* futex value of the last look */
    int slice_over; /* the last pause ran its whole length: try regardless */
} slots_place_t;

enum slots_enter {
    SLOTS_ENTERED = 0,
    SLOTS_QUEUE_FULL = 1, /* `length` cells are taken */
    SLOTS_TOTAL_FULL = 2  /* all pools' waiters together reach `total` */
};

/* A request that waits for persistd, before it can stand in any queue, counts
 * among the waiters of all pools. Returns 1, to be followed by
 * slots_queue_end(), or 0 when they reach total. */
int slots_queue_begin(slots_table_t *table, uint32_t owner, uint32_t total);
void slots_queue_end(slots_table_t *table, uint32_t owner);

/* True when somebody waits. */
int slots_queue_waiting(const slots_table_t *table, uint32_t pool);

/* What a request does first: claims a FREE unit, at the entry `aim` of the
 * pool's list or (0) at any; past those who wait only SLOTS_PASSES times in a
 * row, counted for each aim. Returns 1 with *lease set, or 0: enter the queue
 * then. */
int slots_queue_arrive(slots_table_t *table, uint32_t pool, uint64_t generation,
                       uint64_t version, uint32_t owner, uint32_t aim,
                       slots_lease_t *lease);

/* Number of requests that one more worker would help: all that wait; but while
 * some unit is FREE, who waits for a worker of its own is content. */
uint32_t slots_queue_demand(const slots_table_t *table, uint32_t pool);

/* Number of requests that wait (a moment's look, for plans and status). */
uint32_t slots_queue_length(const slots_table_t *table, uint32_t pool);

/* Takes a cell. length: 1…SLOTS_CELLS, of this pool; total: of all pools. */
enum slots_enter slots_queue_enter(slots_table_t *table, uint32_t pool,
                                   uint32_t owner, uint32_t length,
                                   uint32_t total, slots_place_t *place);

/* The same for a request that aims at one worker (slots_affinity.h). When that
 * can't be had any more, or after a whole slice, it takes what it gets. */
enum slots_enter slots_queue_enter_aimed(slots_table_t *table, uint32_t pool,
                                         uint32_t owner, uint32_t length,
                                         uint32_t total, uint32_t aim,
                                         slots_place_t *place);

/* As the front, or after a whole slice, tries to claim; on success the cell is
 * given back and the next waiter woken if one more unit is FREE. Returns 1 with
 * *lease set, or 0. */
int slots_queue_try(slots_table_t *table, slots_place_t *place,
                    uint64_t generation, uint64_t version,
                    slots_lease_t *lease);

/* Sleeps until woken or for milliseconds (at most SLOTS_SLICE_MS). A wake-up
 * between the last slots_queue_try and this call is not lost. One pause for
 * each try: a second one would return at once. */
void slots_queue_pause(slots_table_t *table, slots_place_t *place,
                       uint32_t milliseconds);

/* Gives the cell back without a lease (client gone, too late, fault) and wakes
 * the front if a unit is FREE, since a wake-up meant for us must not be lost.
 */
void slots_queue_leave(slots_table_t *table, slots_place_t *place);

#endif /* SLOTS_QUEUE_H */
