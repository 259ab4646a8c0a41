/* SPDX-License-Identifier: Apache-2.0 */
/* slots_stats.h: counts of a pool, for the status page and Retry-After. All
 * relaxed: they order nothing, and a killed process loses one at most.
 *
 * A request on a free worker touches no line that other CPUs write: it counts
 * in its worker's slot, which its lease keeps for it anyway. */

#ifndef SLOTS_STATS_H
#define SLOTS_STATS_H

#include "slots_histogram.h"
#include "slots_table.h"

/* Longest Retry-After that is computed, in seconds. */
#define SLOTS_RETRY_MAX 600u

/* The time of a pool's last request is right to this many microseconds. */
#define SLOTS_CLAIMED_US 100000

/* A unit was claimed now (slots_now_us()): sets the time of the last request.
 */
void slots_stats_claimed(slots_table_t *table, uint32_t pool, int64_t now);

/* Before the release: a request of this slot is over; microseconds since its
 * claim. */
void slots_stats_served(slots_table_t *table, uint32_t slot, uint64_t us);

/* A request left the queue with a lease; microseconds that it waited. */
void slots_stats_queued(slots_table_t *table, uint32_t pool, uint64_t us);

/* Queue full, or too late. */
void slots_stats_refused(slots_table_t *table, uint32_t pool);

/* 502, 504 or an aborted stream. */
void slots_stats_failed(slots_table_t *table, uint32_t pool);

/* All requests that the pool's workers have served, those of workers that have
 * gone included. */
void slots_stats_service(const slots_table_t *table, uint32_t pool,
                         slots_tally_t *tally);

/* All requests that came through the queue to a worker. */
void slots_stats_wait(const slots_table_t *table, uint32_t pool,
                      slots_tally_t *tally);

/* Mean microseconds from claim to release; 0 before the first request. */
uint64_t slots_stats_mean_us(const slots_table_t *table, uint32_t pool);

/* Pure: whole seconds, 1…SLOTS_RETRY_MAX, until `waiting` requests and one more
 * are served by this many units at a time. units 0 counts as 1. */
uint32_t slots_stats_retry_after(uint32_t waiting, uint32_t units,
                                 uint64_t mean_us);

#endif /* SLOTS_STATS_H */
