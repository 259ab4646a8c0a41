/* SPDX-License-Identifier: Apache-2.0 */
/* wire_pool_settings.h: one row for each setting of a pool. The rows make the
 * fields of ENSURE and their limits (wire/), the defaults, the merge and the
 * ceilings (mod_persist/config/), and what persistd keeps (state/definition.h).
 * The pool's key covers all fields of ENSURE.
 *
 * There is no include guard: each place defines POOL_NUMBER, includes this file
 * and gets one expansion for each row, in the order of the fields on the wire.
 * A place that treats limits or times differently defines these, too.
 *
 *   POOL_NUMBER(NAME, LOW, HIGH, DEFAULT, CEILING)
 *   POOL_LIMIT(NAME, LOW, HIGH, DEFAULT, CEILING)  0 means "no limit"
 *   POOL_TIME(NAME, DEFAULT, CEILING)              a limit in milliseconds:
 *                                                  NAME_ms
 *
 * LOW and HIGH bound what ENSURE may carry. DEFAULT holds where no directive
 * sets the value. CEILING is the member of persist_ceiling_t that bounds the
 * value in .htaccess files; "none" is no ceiling.
 * Why: docs/decisions/one-row-for-each-setting-of-a-pool.md */

#ifndef POOL_NUMBER
#error "define POOL_NUMBER before this file is included"
#endif
#ifndef POOL_LIMIT
#define POOL_LIMIT POOL_NUMBER
#endif
#ifndef POOL_TIME
#define POOL_TIME(name, fallback, ceiling)                                     \
    POOL_LIMIT(name##_ms, 0, WIRE_MS_MAX, fallback, ceiling)
#endif

/* enum wire_pool_mode */
POOL_NUMBER(mode, WIRE_MODE_LOOP, WIRE_MODE_CGI, WIRE_MODE_LOOP, none)
/* PersistWorkers: how many workers the pool has at least and at most. */
POOL_NUMBER(workers_min, 0, UINT32_MAX, 0, workers)
POOL_NUMBER(workers_max, 1, UINT32_MAX, 4, workers)
/* PersistIdleTimeout: a worker above workers_min ends after so long. */
POOL_TIME(idle, 300000, none)
/* PersistBootTimeout: from the start of a worker to READY. */
POOL_TIME(boot, 30000, boot_ms)
/* HARD of PersistRequestTimeout: httpd ends the request; persistd ends the
 * worker if the script goes on for so long after its response. */
POOL_TIME(hard, 300000, hard_ms)
/* PersistDebug: a client may see why a script failed. */
POOL_NUMBER(debug, 0, 1, 0, none)
/* PersistConcurrency: most requests at a time in one worker. The default is
 * as many as each worker has room for (SLOTS_HOME). */
POOL_NUMBER(concurrency, 1, UINT32_MAX, 16, none)
/* PersistThreads: how many threads a worker is asked to have. 0: that is left
 * to the script. */
POOL_NUMBER(threads, 0, UINT32_MAX, 0, none)
/* PersistMaxRequests: a worker is replaced after so many. */
POOL_LIMIT(max_requests, 0, UINT64_MAX, 0, max_requests)
/* PersistMaxAge: a worker is replaced so long after READY. */
POOL_TIME(max_age, 0, max_age_ms)
/* PersistMemoryLimit, in bytes of a worker: SOFT replaces it after its request,
 * HARD kills it. */
POOL_LIMIT(memory_soft, 0, INT64_MAX, 0, memory)
POOL_LIMIT(memory_hard, 0, INT64_MAX, 0, memory)
/* PersistReload: enum wire_reload */
POOL_NUMBER(reload, WIRE_RELOAD_WAIT, WIRE_RELOAD_OFF, WIRE_RELOAD_WAIT, none)

#undef POOL_NUMBER
#undef POOL_LIMIT
#undef POOL_TIME
