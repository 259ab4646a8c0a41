/* SPDX-License-Identifier: Apache-2.0 */
/* slots_cells.h: the cells of a pool. Each waiting request has one, and a cell
 * is one word. 0 means GONE.
 *
 * 63  62        47 46   39 38                                             0
 * | 1 | owner     | aim   | ticket: from pool.tickets, wraps               |
 *
 * aim is 0, or the number of an entry in the pool's list + 1: the one worker
 * that the request waits for. A request may claim at an entry when it aims at
 * that entry or has no aim. It is the front when it has the oldest ticket of
 * those with its own aim. */

#ifndef SLOTS_CELLS_H
#define SLOTS_CELLS_H

#include "slots_layout.h"

/* No request waits in this cell. */
#define SLOTS_GONE 0u
#define SLOTS_WAITING (1ull << 63)
#define SLOTS_AIM_BITS 8
#define SLOTS_AIM_MASK ((1u << SLOTS_AIM_BITS) - 1)
#define SLOTS_TICKET_BITS 39
#define SLOTS_OWNER_SHIFT (SLOTS_TICKET_BITS + SLOTS_AIM_BITS)
#define SLOTS_TICKET_MASK ((1ull << SLOTS_TICKET_BITS) - 1)
/* Between two tickets that are drawn there is one for all requests that went to
 * a worker meanwhile, should they have to wait after all. */
#define SLOTS_TICKET_STEP 2u

_Static_assert(SLOTS_POOL_SLOTS <= SLOTS_AIM_MASK,
               "every entry can be aimed at");

static inline uint64_t slots_cell_pack(uint32_t owner, uint32_t aim,
                                       uint64_t ticket)
{
    return SLOTS_WAITING | (uint64_t)(owner & 0xffff) << SLOTS_OWNER_SHIFT |
           (uint64_t)(aim & SLOTS_AIM_MASK) << SLOTS_TICKET_BITS |
           (ticket & SLOTS_TICKET_MASK);
}

static inline uint32_t slots_cell_owner(uint64_t word)
{
    return (uint32_t)(word >> SLOTS_OWNER_SHIFT) & 0xffff;
}

static inline uint32_t slots_cell_aim(uint64_t word)
{
    return (uint32_t)(word >> SLOTS_TICKET_BITS) & SLOTS_AIM_MASK;
}

/* True for a WAITING cell whose request could claim at this entry. aim 0 stands
 * for any entry. */
static inline int slots_cell_fits(uint64_t word, uint32_t aim)
{
    return (word & SLOTS_WAITING) &&
           (!aim || !slots_cell_aim(word) || slots_cell_aim(word) == aim);
}

/* True when the ticket of `a` was drawn before that of `b`. The difference is
 * taken as a signed number of SLOTS_TICKET_BITS, so that wrapping does not
 * matter. */
static inline int slots_cell_older(uint64_t a, uint64_t b)
{
    return (int64_t)((a - b) << (64 - SLOTS_TICKET_BITS)) < 0;
}

/* Returns the index from which on no cell was ever WAITING. */
uint32_t slots_cells_used(const slots_pool_t *pool);

/* Takes the first GONE cell below length. Returns 1 with *cell set, or 0. */
int slots_cells_take(slots_pool_t *pool, uint32_t length, uint64_t word,
                     uint32_t *cell);

/* Takes a cell again that was taken with this word and is GONE all the same. */
void slots_cells_keep(slots_pool_t *pool, uint32_t cell, uint64_t word);

/* Returns the futex of the cell with the oldest ticket among those that could
 * claim at this entry, or NULL when none of them is WAITING. */
_Atomic uint32_t *slots_cells_front(slots_pool_t *pool, uint32_t aim);

/* True when no request in another cell with the aim of this word has an older
 * ticket. What stands in the request's own cell does not matter: somebody may
 * have written there. */
int slots_cells_is_front(slots_pool_t *pool, uint32_t cell, uint64_t mine);

/* True when a waiting request could claim at this entry. aim 0: when any
 * request waits. */
int slots_cells_waiting(const slots_pool_t *pool, uint32_t aim);

/* Returns the number of waiting requests. */
uint32_t slots_cells_length(const slots_pool_t *pool);

/* Adds to waiting[n] the number of requests that aim at entry n of the pool's
 * list. */
void slots_cells_aims(const slots_pool_t *pool,
                      uint32_t waiting[SLOTS_POOL_SLOTS]);

/* Turns this owner's cells GONE. Wakes nobody. */
void slots_cells_sweep(slots_pool_t *pool, uint32_t owner);

#endif /* SLOTS_CELLS_H */
