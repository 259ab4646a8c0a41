/* SPDX-License-Identifier: Apache-2.0 */
/* history.h: what a pool did in the last minutes, step by step, for the charts
 * of the status page. Times and totals are given. It lies in persistd's private
 * memory, so that it costs requests nothing and nobody can forge it; a new
 * persistd begins anew.
 * Why: docs/decisions/statistics-lie-with-the-worker.md */

#ifndef HISTORY_H
#define HISTORY_H

#include <stdint.h>

#define HISTORY_STEP_US 5000000
#define HISTORY_STEPS 60u

/* Of one pool, since ever; and how many there are now. */
typedef struct history_totals {
    uint64_t requests, service_us, queued, queue_us;
    uint64_t failed; /* refused ones included */
    uint32_t workers;
} history_totals_t;

/* What one step added; times are means, in microseconds. */
typedef struct history_step {
    uint32_t requests, service_us, queued, queue_us, failed, workers;
} history_step_t;

/* Starts zeroed. */
typedef struct history {
    int64_t until; /* end of the step that runs; 0: not begun */
    history_totals_t last;
    uint32_t count, next; /* steps that are there, and where the next goes */
    history_step_t steps[HISTORY_STEPS];
} history_t;

/* The first call begins; later ones add a step when one is over. A look that
 * comes late adds one step for all that it missed, after steps of nothing. */
void history_add(history_t *history, int64_t now,
                 const history_totals_t *totals);

/* The n-th step, the oldest first; n is below history->count. */
const history_step_t *history_at(const history_t *history, uint32_t n);

#endif /* HISTORY_H */
