/* SPDX-License-Identifier: Apache-2.0 */
/* slots_cells.h: the places in a pool of requests that wait, a word each. 0:
 * GONE.
 *
 * 63  62        47 46   39 38                                             0
 * | 1 | owner     | aim   | ticket: from pool.tickets, wraps               |
 *
 * aim: 0, or entry + 1 of the pool's list: the one worker that it waits for.
 * A request may claim at an entry when it aims at that or at none, and is the
 * front of those with its own aim. */

#ifndef SLOTS_CELLS_H
#define SLOTS_CELLS_H

#include "slots_layout.h"

/* Nobody waits here. */
#define SLOTS_GONE 0u
#define SLOTS_WAITING (1ull << 63)
#define SLOTS_AIM_BITS 8
#define SLOTS_AIM_MASK ((1u << SLOTS_AIM_BITS) - 1)
#define SLOTS_TICKET_BITS 39
#define SLOTS_OWNER_SHIFT (SLOTS_TICKET_BITS + SLOTS_AIM_BITS)
#define SLOTS_TICKET_MASK ((1ull << SLOTS_TICKET_BITS) - 1)

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

/* True for a WAITING cell that could claim at this entry; aim 0: at any. */
static inline int slots_cell_fits(uint64_t word, uint32_t aim)
{
    return (word & SLOTS_WAITING) &&
           (!aim || !slots_cell_aim(word) || slots_cell_aim(word) == aim);
}

/* True when the ticket of `a` was drawn before that of `b`: the difference as
 * a signed number of SLOTS_TICKET_BITS, so that wrapping does not matter. */
static inline int slots_cell_older(uint64_t a, uint64_t b)
{
    return (int64_t)((a - b) << (64 - SLOTS_TICKET_BITS)) < 0;
}

/* Cells from this index on were never WAITING. */
uint32_t slots_cells_used(const slots_pool_t *pool);

/* Takes the first GONE cell below length. Returns 1 with *cell set, or 0. */
int slots_cells_take(slots_pool_t *pool, uint32_t length, uint64_t word,
                     uint32_t *cell);

/* The futex of the cell with the lowest ticket of those that could claim at
 * this entry, or NULL when none of them waits. */
_Atomic uint32_t *slots_cells_front(slots_pool_t *pool, uint32_t aim);

/* True when nobody with this word's aim and an older ticket waits. */
int slots_cells_is_front(slots_pool_t *pool, uint64_t mine);

/* True when somebody waits who could claim at this entry; 0: anybody. */
int slots_cells_waiting(const slots_pool_t *pool, uint32_t aim);

/* Number of requests that wait. */
uint32_t slots_cells_length(const slots_pool_t *pool);

/* Adds to waiting[n] how many requests wait for entry n of the pool's list. */
void slots_cells_aims(const slots_pool_t *pool,
                      uint32_t waiting[SLOTS_POOL_SLOTS]);

/* Turns this owner's cells GONE, without waking anybody. */
void slots_cells_sweep(slots_pool_t *pool, uint32_t owner);

#endif /* SLOTS_CELLS_H */
