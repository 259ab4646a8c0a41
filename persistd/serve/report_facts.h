/* SPDX-License-Identifier: Apache-2.0 */
/* report_facts.h: what a report in any format shows of one pool and of one
 * worker. */

#ifndef REPORT_FACTS_H
#define REPORT_FACTS_H

#include "pool/pool.h"
#include "serve/report.h"
#include "slots_stats.h"
#include "state/worker.h"

/* A script has a pool for each set of settings. */
typedef enum report_settings {
    REPORT_SETTINGS_ONLY,     /* there is no other pool */
    REPORT_SETTINGS_NEW,      /* this pool serves; others have older ones */
    REPORT_SETTINGS_OTHER,    /* another pool has newer ones, and both serve */
    REPORT_SETTINGS_DRAINING, /* it serves no more, but has workers */
    REPORT_SETTINGS_OLD       /* nor these */
} report_settings_t;

typedef struct report_facts {
    /* "ready", "starting", "failing", "idle", "stopped". */
    const char *state;
    report_settings_t settings;
    uint32_t workers, waiting;
    uint32_t together;     /* as in the table */
    slots_tally_t service; /* requests that workers have served */
    slots_tally_t wait;    /* requests that came through the queue */
    uint64_t refused, failed;
    uint64_t mean_us; /* of a request, in the worker */
    int64_t retry_ms; /* until a worker may be started; 0: now */
} report_facts_t;

void report_facts_take(report_facts_t *facts, const pool_t *pool);

/* The number of the worker's units that are in use. */
uint32_t report_facts_busy(const worker_t *worker);

/* Returns the next pool in the scope, from index *i on, and moves *i behind it.
 * Returns NULL after the last one. */
const pool_t *report_next(const persistd_t *pd, const report_scope_t *scope,
                          uint32_t *i);

/* True if the script has this path or is below it; all are below an empty
 * one. */
int report_is_within(const char *script, wire_bytes_t path);

/* True if the scope leaves out pools because they are another user's. */
int report_hides(const persistd_t *pd, const report_scope_t *scope);

#endif /* REPORT_FACTS_H */
