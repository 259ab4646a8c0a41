/* SPDX-License-Identifier: Apache-2.0 */
/* report_facts.h: what the report in either form says of one pool and one
 * worker. */

#ifndef REPORT_FACTS_H
#define REPORT_FACTS_H

#include "pool.h"
#include "report.h"
#include "worker.h"

#include <stdio.h>

typedef struct report_facts {
    const char *state; /* "ready", "starting", "failing", "idle",
                          "stopped" */
    uint32_t workers, waiting;
    uint64_t requests, queued, refused, failed;
    uint64_t mean_us; /* of a request, in the worker */
    int64_t retry_ms; /* until a worker may be started; 0: now */
} report_facts_t;

void report_facts_take(report_facts_t *facts, const pool_t *pool);

/* Units of the worker that are in use. */
uint32_t report_facts_busy(const worker_t *worker);

/* The pool at this place of the table, if there is one to be shown. */
const pool_t *report_pool(const persistd_t *pd, uint32_t index,
                          const report_filter_t *filter);

void report_text(FILE *out, persistd_t *pd, const report_filter_t *filter);
void report_json(FILE *out, persistd_t *pd, const report_filter_t *filter);
void report_fields(FILE *out, persistd_t *pd, const report_filter_t *filter);

#endif /* REPORT_FACTS_H */
