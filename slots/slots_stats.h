/* SPDX-License-Identifier: Apache-2.0 */
/* slots_stats.h: counters of a pool, for the status page and Retry-After. All
 * are relaxed: they order nothing, and a killed process loses one count at
 * most.
 *
 * A request on a free worker touches no cache line that other CPUs write. It
 * counts in its worker's slot, whose lines its lease keeps with it anyway.
 * Why: docs/decisions/statistics-lie-with-the-worker.md */

#ifndef SLOTS_STATS_H
#define SLOTS_STATS_H

#include "slots_histogram.h"
#include "slots_table.h"
#include "slots_told.h"

/* The longest Retry-After, in seconds. */
#define SLOTS_RETRY_MAX 600u

/* The time of a pool's last request is accurate to this many microseconds. */
#define SLOTS_CLAIMED_US 100000

/* Records that a unit was claimed now (common_now_us()), as the time of the
 * last request. */
void slots_stats_claimed(slots_table_t *table, uint32_t pool, int64_t now);

/* Before the release: records that a request of this slot is over, with the
 * microseconds since its claim. */
void slots_stats_served(slots_table_t *table, uint32_t slot, uint64_t us);

/* Before the release: records that the worker of this slot has told whether it
 * slept in the request, which took so long. */
void slots_stats_told(slots_table_t *table, uint32_t slot, int slept,
                      uint64_t us);

/* Records that a request left the queue with a lease, with the microseconds
 * that it waited. */
void slots_stats_queued(slots_table_t *table, uint32_t pool, uint64_t us);

/* Counts a request that was refused: the queue was full, or it waited too long.
 */
void slots_stats_refused(slots_table_t *table, uint32_t pool);

/* Counts a request that failed: 502, 504 or an aborted stream. */
void slots_stats_failed(slots_table_t *table, uint32_t pool);

/* Reads all requests that the pool's workers have served, including workers
 * that have gone. */
void slots_stats_service(const slots_table_t *table, uint32_t pool,
                         slots_tally_t *tally);

/* Reads what the pool's workers have told, including workers that have gone. */
void slots_stats_sleeps(const slots_table_t *table, uint32_t pool,
                        slots_told_sums_t *sums);

/* Reads all requests that came through the queue to a worker. */
void slots_stats_wait(const slots_table_t *table, uint32_t pool,
                      slots_tally_t *tally);

/* Returns the mean microseconds from claim to release; 0 before the first
 * request. */
uint64_t slots_stats_mean_us(const slots_table_t *table, uint32_t pool);

/* Pure. Returns the whole seconds, 1…SLOTS_RETRY_MAX, until `waiting` requests
 * and one more are served by this many units at a time. units 0 counts as 1. */
uint32_t slots_stats_retry_after(uint32_t waiting, uint32_t units,
                                 uint64_t mean_us);

#endif /* SLOTS_STATS_H */
