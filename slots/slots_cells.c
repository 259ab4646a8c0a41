/* SPDX-License-Identifier: Apache-2.0 */
/* slots_cells.c: takes, scans and clears the cells of a pool. */

#include "slots_cells.h"
#include "slots_private.h"

uint32_t slots_cells_used(const slots_pool_t *pool)
{
    uint32_t used = atomic_load(&pool->cells_used);
    return used < SLOTS_CELLS ? used : SLOTS_CELLS;
}

/* Stored before the cell, so that a process that reads the cells after it has
 * freed a unit reads far enough. */
static void cells_reach(slots_pool_t *pool, uint32_t used)
{
    uint32_t known = atomic_load(&pool->cells_used);
    for (int tries = 0; known < used && tries < SLOTS_TRIES; tries++)
        if (atomic_compare_exchange_strong(&pool->cells_used, &known, used))
            return;
}

/* Takes the lowest free cell, so that scans stay short. */
int slots_cells_take(slots_pool_t *pool, uint32_t length, uint64_t word,
                     uint32_t *cell)
{
    for (uint32_t i = 0; i < length; i++) {
        uint64_t gone = SLOTS_GONE;
        if (atomic_load(&pool->cells[i]) != SLOTS_GONE)
            continue;
        cells_reach(pool, i + 1);
        if (atomic_compare_exchange_strong(&pool->cells[i], &gone, word)) {
            *cell = i;
            return 1;
        }
    }
    return 0;
}

void slots_cells_keep(slots_pool_t *pool, uint32_t cell, uint64_t word)
{
    uint64_t gone = SLOTS_GONE;
    cells_reach(pool, cell + 1);
    if (atomic_load(&pool->cells[cell]) == SLOTS_GONE)
        atomic_compare_exchange_strong(&pool->cells[cell], &gone, word);
}

_Atomic uint32_t *slots_cells_front(slots_pool_t *pool, uint32_t aim)
{
    uint32_t used = slots_cells_used(pool);
    _Atomic uint32_t *front = NULL;
    uint64_t lowest = 0;
    for (uint32_t i = 0; i < used; i++) {
        uint64_t word = atomic_load(&pool->cells[i]);
        if (slots_cell_fits(word, aim) &&
            (!front || slots_cell_older(word, lowest))) {
            front = &pool->futexes[i];
            lowest = word;
        }
    }
    return front;
}

int slots_cells_is_front(slots_pool_t *pool, uint32_t cell, uint64_t mine)
{
    uint32_t used = slots_cells_used(pool);
    for (uint32_t i = 0; i < used; i++) {
        uint64_t word = atomic_load(&pool->cells[i]);
        if (i != cell && (word & SLOTS_WAITING) &&
            slots_cell_aim(word) == slots_cell_aim(mine) &&
            slots_cell_older(word, mine))
            return 0;
    }
    return 1;
}

int slots_cells_waiting(const slots_pool_t *pool, uint32_t aim)
{
    uint32_t used = slots_cells_used(pool);
    for (uint32_t i = 0; i < used; i++)
        if (slots_cell_fits(atomic_load(&pool->cells[i]), aim))
            return 1;
    return 0;
}

uint32_t slots_cells_length(const slots_pool_t *pool)
{
    uint32_t used = slots_cells_used(pool);
    uint32_t length = 0;
    for (uint32_t i = 0; i < used; i++)
        if (atomic_load(&pool->cells[i]) & SLOTS_WAITING)
            length++;
    return length;
}

void slots_cells_aims(const slots_pool_t *pool,
                      uint32_t waiting[SLOTS_POOL_SLOTS])
{
    uint32_t used = slots_cells_used(pool);
    for (uint32_t i = 0; i < used; i++) {
        uint64_t word = atomic_load(&pool->cells[i]);
        if ((word & SLOTS_WAITING) &&
            slots_cell_aim(word) - 1 < SLOTS_POOL_SLOTS)
            waiting[slots_cell_aim(word) - 1]++;
    }
}

void slots_cells_sweep(slots_pool_t *pool, uint32_t owner)
{
    uint32_t used = slots_cells_used(pool);
    for (uint32_t i = 0; i < used; i++) {
        uint64_t word = atomic_load(&pool->cells[i]);
        if ((word & SLOTS_WAITING) && slots_cell_owner(word) == owner)
            atomic_compare_exchange_strong(&pool->cells[i], &word, SLOTS_GONE);
    }
}
