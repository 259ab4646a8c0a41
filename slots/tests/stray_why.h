/* SPDX-License-Identifier: Apache-2.0 */
/* stray_why.h: what becomes of each word of slots_layout.h that somebody
 * overwrites: MENDED, or why it does no harm. stray.c does not compile without
 * a line for each. t/kill/a-stray-write-heals.t writes to all of them. */

#ifndef SLOTS_TESTS_STRAY_WHY_H
#define SLOTS_TESTS_STRAY_WHY_H

/* Written anew within seconds, by persistd or by who waits. */
#define MENDED ""

#define COUNTS "a statistic"
#define SHOWS "for the status page and the log"
/* slots_stats_retry_after() bounds what it computes from them. */
#define PACES "how many requests may wait at a worker follows from a second's"

#define WHY_header_magic MENDED
#define WHY_header_layout_version MENDED
#define WHY_header_byte_order MENDED
#define WHY_header_bytes MENDED
#define WHY_header_owners MENDED
#define WHY_header_buckets MENDED
#define WHY_header_slots MENDED
#define WHY_header_units MENDED
#define WHY_header_pools MENDED
#define WHY_header_phase MENDED
#define WHY_header_id MENDED
#define WHY_header_lacking MENDED
#define WHY_header_beat MENDED
#define WHY_header_calm_until MENDED

#define WHY_owner_waiting MENDED

#define WHY_bucket_key_high MENDED
#define WHY_bucket_key_low MENDED
#define WHY_bucket_pool MENDED

#define WHY_unit_word MENDED
#define WHY_hint_free MENDED

#define WHY_slot_incarnation MENDED
#define WHY_slot_pool MENDED
#define WHY_slot_run MENDED
#define WHY_slot_version MENDED
#define WHY_slot_features MENDED
#define WHY_slot_leaving MENDED
#define WHY_slot_sound MENDED
#define WHY_slot_entry MENDED
#define WHY_slot_state MENDED
#define WHY_slot_cpu "the order in which claims try workers, stored by each"
#define WHY_slot_requests "the worker is replaced sooner or later"
#define WHY_slot_requests_max "persistd counts, too: a nudge comes late"
#define WHY_slot_pid SHOWS
#define WHY_slot_started SHOWS
#define WHY_slot_opened SHOWS
#define WHY_slot_condemned "the code of a failure, where the worker has died"
#define WHY_slot_served_sum_us PACES
#define WHY_slot_served_counts PACES
#define WHY_slot_told_requests PACES
#define WHY_slot_told_us PACES
#define WHY_slot_told_slept_us PACES

#define WHY_pool_state MENDED
#define WHY_pool_key_high MENDED
#define WHY_pool_key_low MENDED
#define WHY_pool_script MENDED
#define WHY_pool_version MENDED
#define WHY_pool_slot_count MENDED
#define WHY_pool_workers MENDED
#define WHY_pool_workers_max MENDED
#define WHY_pool_ahead MENDED
#define WHY_pool_together MENDED
#define WHY_pool_look_us "any value means 4 to 50 ms"
#define WHY_pool_fault                                                         \
    "a waiter asks persistd why; a stop that is none is mended"
#define WHY_pool_failures "a waiter asks persistd once more"
#define WHY_pool_retry_at SHOWS
#define WHY_pool_tickets "the order of those who wait is another one, once"
#define WHY_pool_cells_used MENDED
#define WHY_pool_passed "so many arrivals enter the queue, or pass those in it"
#define WHY_pool_told_requests PACES
#define WHY_pool_told_us PACES
#define WHY_pool_told_slept_us PACES
#define WHY_pool_refused COUNTS
#define WHY_pool_failed COUNTS
#define WHY_pool_last_request "a time to come counts as now"
#define WHY_pool_log_window "lines of this second are dropped, and counted"
#define WHY_pool_log_dropped "a line in the log tells a wrong number"
#define WHY_pool_copied_window "copies of this second are dropped, and counted"
#define WHY_pool_copied_dropped "a line of persistctl log tells a wrong number"
#define WHY_pool_waited_sum_us COUNTS
#define WHY_pool_waited_counts COUNTS
#define WHY_pool_served_sum_us PACES
#define WHY_pool_served_counts PACES
#define WHY_pool_slots MENDED
#define WHY_pool_cells MENDED
#define WHY_pool_futexes "who waits sleeps for a whole slice"

#endif /* SLOTS_TESTS_STRAY_WHY_H */
