/* SPDX-License-Identifier: Apache-2.0 */
/* runs.h: gives out the table's units. A worker has its slot's own units, or,
 * if it offers more requests at a time than those, a run of shared blocks.
 * Which blocks are taken is private memory: what the table says is only
 * checked. Why: docs/decisions/units-by-the-hundred.md */

#ifndef RUNS_H
#define RUNS_H

#include "slots_run.h"

typedef struct runs {
    uint32_t shared; /* the table's first shared unit */
    uint32_t blocks; /* shared blocks of the table */
    uint8_t *taken;  /* by block */
} runs_t;

/* Prepares for a table with these private sizes; no block is taken. */
void runs_open(runs_t *runs, const slots_table_t *table);
void runs_close(runs_t *runs);

/* Takes units for a worker that offers `wanted` requests at a time, 1 to
 * SLOTS_UNITS: the first blocks without a gap that are enough; else the longest
 * run of blocks; else the slot's own units. Returns a run of 1 to `wanted`
 * units. */
slots_run_t runs_take(runs_t *runs, uint32_t slot, uint32_t wanted);

/* Adoption: takes the units that the table says a worker has. Returns 1, or 0
 * if they are not the slot's own, or some are taken. */
int runs_keep(runs_t *runs, uint32_t slot, slots_run_t run);

/* Gives back what runs_take() or runs_keep() has given. */
void runs_give(runs_t *runs, slots_run_t run);

#endif /* RUNS_H */
