/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c: see runs.h. Runs are few and long, so a search of all blocks for each
 * is quick enough. */

#include "state/runs.h"

#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

void runs_open(runs_t *runs, const slots_table_t *table)
{
    runs->shared = table->shared;
    runs->blocks = (table->unit_count - table->shared) / SLOTS_BLOCK;
    runs->taken = heap_make(runs->blocks, sizeof(*runs->taken));
}

void runs_close(runs_t *runs)
{
    free(runs->taken);
    *runs = (runs_t){0};
}

static uint32_t blocks_of(uint32_t units)
{
    return (units + SLOTS_BLOCK - 1) / SLOTS_BLOCK;
}

static uint32_t block_of(const runs_t *runs, slots_run_t run)
{
    return (run.first - runs->shared) / SLOTS_BLOCK;
}

static void mark(runs_t *runs, slots_run_t run, int taken)
{
    memset(runs->taken + block_of(runs, run), taken, blocks_of(run.count));
}

/* Returns how many blocks from this one on are free, at most `wanted`. */
static uint32_t free_from(const runs_t *runs, uint32_t first, uint32_t wanted)
{
    uint32_t count = 0;
    while (count < wanted && first + count < runs->blocks &&
           !runs->taken[first + count])
        count++;
    return count;
}

/* Finds free blocks. Returns their number, 0 to `wanted`. */
static uint32_t find(const runs_t *runs, uint32_t wanted, uint32_t *first)
{
    uint32_t most = 0;
    for (uint32_t at = 0; at < runs->blocks && most < wanted; at++) {
        uint32_t count = free_from(runs, at, wanted);
        if (count > most) {
            most = count;
            *first = at;
        }
        at += count;
    }
    return most;
}

slots_run_t runs_take(runs_t *runs, uint32_t slot, uint32_t wanted)
{
    uint32_t first = 0, blocks = 0;
    if (wanted > SLOTS_HOME)
        blocks = find(runs, blocks_of(wanted), &first);
    if (blocks == 0)
        return slots_run_home(slot, wanted);
    const slots_run_t run = {
        runs->shared + first * SLOTS_BLOCK,
        blocks * SLOTS_BLOCK < wanted ? blocks * SLOTS_BLOCK : wanted};
    mark(runs, run, 1);
    return run;
}

static int is_shared(const runs_t *runs, slots_run_t run)
{
    return run.first >= runs->shared;
}

int runs_keep(runs_t *runs, uint32_t slot, slots_run_t run)
{
    if (run.count == 0)
        return 0;
    if (!is_shared(runs, run))
        return run.first == slots_run_home(slot, 1).first;
    uint32_t blocks = blocks_of(run.count);
    if (free_from(runs, block_of(runs, run), blocks) < blocks)
        return 0;
    mark(runs, run, 1);
    return 1;
}

void runs_give(runs_t *runs, slots_run_t run)
{
    if (run.count > 0 && is_shared(runs, run))
        mark(runs, run, 0);
}
