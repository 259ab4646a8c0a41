/* SPDX-License-Identifier: Apache-2.0 */
/* history.h: what a pool did in the last minutes, step by step, for the charts
 * of the status page. Pure: times and totals are given. The history is in
 * persistd's private memory, so it costs requests nothing and nobody can forge
 * it. A new persistd starts with an empty one.
 * Why: docs/decisions/statistics-lie-with-the-worker.md */

#ifndef HISTORY_H
#define HISTORY_H

#include <stdint.h>

#define HISTORY_STEP_US 5000000
#define HISTORY_STEPS 60u

/* Totals of one pool since it was made, and the workers that it has now. */
typedef struct history_totals {
    uint64_t requests, service_us, queued, queue_us;
    uint64_t failed; /* includes refused requests */
    uint32_t workers;
} history_totals_t;

/* What one step added. Times are means, in µs. */
typedef struct history_step {
    uint32_t requests, service_us, queued, queue_us, failed, workers;
} history_step_t;

/* Zeroed at the start. */
typedef struct history {
    int64_t until; /* end of the current step; 0: none yet */
    history_totals_t last;
    uint32_t count; /* number of stored steps */
    uint32_t next;  /* index of the next step */
    history_step_t steps[HISTORY_STEPS];
} history_t;

/* Adds a step when the current one is over; the first call only begins one. If
 * the call comes late, it adds empty steps for the missed time, then one step
 * with all that was counted meanwhile. */
void history_add(history_t *history, int64_t now,
                 const history_totals_t *totals);

/* The n-th step, counted from the oldest; n is less than history->count. */
const history_step_t *history_at(const history_t *history, uint32_t n);

#endif /* HISTORY_H */
