/* SPDX-License-Identifier: Apache-2.0 */
/* slots_free.h: counts and finds units that a claim could take now. */

#ifndef SLOTS_FREE_H
#define SLOTS_FREE_H

#include "slots_run.h"

/* Returns the units of a slot that a claim may try. None when its worker is
 * leaving or BROKEN. */
slots_run_t slots_free_run(const slots_table_t *table,
                           const slots_slot_t *slot);

/* True when one of these units is FREE. */
int slots_free_in_run(const slots_table_t *table, slots_run_t run);

/* True when one of the usable units of this slot is FREE. */
int slots_free_in_slot(const slots_table_t *table, const slots_slot_t *slot);

/* True when a usable unit of any slot of this pool is FREE. */
int slots_free_in_pool(const slots_table_t *table, uint32_t pool);

/* True for a worker that runs its requests one after the other and gets one
 * ahead. */
int slots_free_is_ahead(const slots_slot_t *slot, slots_run_t run);

/* True when a request that claims one of these units, the slot's, begins at
 * once: one is FREE, and none that it would have to wait for is in use. */
int slots_free_at_once(const slots_table_t *table, const slots_slot_t *slot,
                       slots_run_t run);

/* True when a request that claims one of these units, those of such a worker,
 * may wait for the others, `ahead` at most: one unit is FREE, and httpd has
 * given up none of the requests. If it has, the worker may be busy for long,
 * and gets one request beside that one at most. */
int slots_free_behind(const slots_table_t *table, slots_run_t run,
                      uint32_t ahead);

/* Returns about how many units of the run are in use: hints count as FREE. */
uint32_t slots_free_used(const slots_table_t *table, slots_run_t run);

/* The units of a run by state. */
typedef struct slots_census {
    uint32_t free, leased;
    uint32_t finishing; /* and DROPPED */
    uint32_t dropped;   /* of these */
} slots_census_t;

/* Reads the word of each unit of the run. */
slots_census_t slots_free_census(const slots_table_t *table, slots_run_t run);

#endif /* SLOTS_FREE_H */
