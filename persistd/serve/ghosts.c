/* SPDX-License-Identifier: Apache-2.0 */
/* ghosts.c: a thread that waits goes to sleep on its cell's futex again and
 * again, at the latest after each slice. That alone sets S there; who wakes it
 * moves the count, too. So a cell in which nobody has gone to sleep for some
 * seconds is nobody's: somebody has written it, and it would be the queue's
 * front for ever. A thread that did not run for so long takes it again. */

#include "serve/ghosts.h"

#include "base/heap.h"
#include "slots_cells.h"
#include "slots_futex.h"
#include "slots_wake.h"
#include "state/table.h"

#include <stdlib.h>

/* Looks, not seconds: if persistd did not run, the thread may not have, either.
 */
#define GHOST_LOOKS 3

/* A cell when last a thread had gone to sleep there, and how many looks since
 * then have found it so. */
typedef struct ghost {
    uint64_t word;
    uint32_t futex;
    int looks;
} ghost_t;

static int is_ghost(ghost_t *seen, uint64_t word, uint32_t futex)
{
    int slept = (futex & SLOTS_SLEEPS) && futex != seen->futex;
    if (seen->word == word && !slept)
        return ++seen->looks >= GHOST_LOOKS;
    *seen = (ghost_t){word, futex, 0};
    return 0;
}

/* A word that is neither GONE nor WAITING is nobody's at once. */
static void look(pool_t *pool, slots_pool_t *shared, uint32_t cell,
                 uint64_t word)
{
    if ((word & SLOTS_WAITING) &&
        !is_ghost(&pool->ghosts[cell], word,
                  atomic_load(&shared->futexes[cell])))
        return;
    if (!atomic_compare_exchange_strong(&shared->cells[cell], &word,
                                        SLOTS_GONE))
        return;
    table_damaged(pool->pd, "pools.cells");
    slots_wake_pass_on(pool->pd->table, pool->index);
}

void ghosts_tick(pool_t *pool)
{
    slots_pool_t *shared = &pool->pd->table->pools[pool->index];
    uint32_t used = slots_cells_used(shared), taken = 0;
    for (uint32_t cell = 0; cell < used; cell++) {
        uint64_t word = atomic_load(&shared->cells[cell]);
        if (word == SLOTS_GONE)
            continue;
        if (taken++ == 0 && !pool->ghosts)
            pool->ghosts = heap_make(SLOTS_CELLS, sizeof(*pool->ghosts));
        look(pool, shared, cell, word);
    }
    if (taken > 0)
        return;
    free(pool->ghosts);
    pool->ghosts = NULL;
}
