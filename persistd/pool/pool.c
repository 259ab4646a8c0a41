/* SPDX-License-Identifier: Apache-2.0 */
/* pool.c: changes pools, in their records and in the table. */

#include "pool/pool.h"

#include "base/heap.h"
#include "base/log.h"
#include "pool/replace.h"
#include "pool/sources.h"
#include "pool/version.h"
#include "slots_pool.h"
#include "state/agenda.h"
#include "state/say.h"

#include "common_clock.h"
#include "wire_fault.h"

#include <stdlib.h>
#include <string.h>

static void pool_sources_seen(void *owner, int changed)
{
    if (changed)
        version_changed(owner);
    agenda_pool(owner);
}

pool_t *pool_create(persistd_t *pd, definition_t *definition, uint32_t index,
                    uint64_t generation, uint64_t version)
{
    pool_t *pool = pool_record(pd, definition, index, generation, version);
    pool->sources = sources_make(pool_sources_seen, pool, &pool->tenant);
    return pool;
}

void pool_make_current(pool_t *pool)
{
    pool_t *other;
    pool->superseded = 0;
    for (uint32_t at = 0; (other = pool_next_sibling(pool, &at)) != NULL;) {
        if (!other->superseded)
            other->superseded_at = common_now_us();
        other->superseded = 1;
    }
}

static int same_frame(const definition_t *a, const definition_t *b)
{
    return a->frame.size == b->frame.size &&
           memcmp(a->frame.data, b->frame.data, a->frame.size) == 0;
}

void pool_define(pool_t *pool, definition_t *definition)
{
    int same = same_frame(&pool->definition, definition);
    definition_clear(&pool->definition);
    pool->definition = *definition;
    memset(definition, 0, sizeof(*definition));
    pool_limit(pool, (uint32_t)pool->definition.workers_max);
    if (pool->superseded)
        pool_make_current(pool);
    if (same)
        return;
    agenda_journal(pool->pd);
    log_debug("pool %s: defined anew, workers %u to %u",
              pool->definition.script, (uint32_t)pool->definition.workers_min,
              (uint32_t)pool->definition.workers_max);
}

/* From now on persistd must know whether the script still exists, even if no
 * worker has reported it as a file. */
static void watch_script(pool_t *pool)
{
    const char *script = pool->definition.script;
    const wire_bytes_t path = {(const uint8_t *)script, strlen(script)};
    sources_add(pool->sources, &(wire_list_t){&path, 1}, INT64_MAX);
}

void pool_forget_sources(pool_t *pool)
{
    if (sources_count(pool->sources) <= 1 ||
        sources_is_gone(pool->sources, pool->definition.script))
        return;
    sources_close(pool->sources);
    pool->sources = sources_make(pool_sources_seen, pool, &pool->tenant);
    watch_script(pool);
}

void pool_stop(pool_t *pool)
{
    pool->stopped = 1;
    watch_script(pool);
    slots_pool_fail(pool->pd->table, pool->index, WIRE_FAULT_STOPPED, 0);
}

void pool_lift(pool_t *pool)
{
    pool->stopped = 0;
    pool->fault = 0;
    pool->backoff = (backoff_t){0};
    slots_pool_recover(pool->pd->table, pool->index);
}

/* Reports the fault to waiting requests and to orders. */
static void take_fault(pool_t *pool, int fault, char *text, int64_t retry_at)
{
    free(pool->fault_text);
    pool->fault_text = text;
    pool->fault = fault;
    if (!pool->stopped)
        slots_pool_fail(pool->pd->table, pool->index, (uint32_t)fault,
                        retry_at);
    replace_cancel(pool);
    agenda_orders(pool->pd);
}

/* The same, until the next start may be tried. */
static void take_fault_for_now(pool_t *pool, int fault, char *text)
{
    take_fault(pool, fault, text, pool->backoff.retry_at);
    agenda_at(pool->pd, pool->backoff.retry_at);
}

static void log_quarantine(const pool_t *pool)
{
    int64_t pause = pool->backoff.retry_at - common_now_us();
    say_pool(pool, LOG_ERROR, RECENT_FAULT, 0,
             "PERSIST%04d: %s: pool %s: %u failures in a row; the next try is "
             "in %lld s, or as soon as the script changes, or at persistctl "
             "start",
             WIRE_FAULT_CRASH_LOOP, wire_fault_text(WIRE_FAULT_CRASH_LOOP),
             pool->definition.script, pool->backoff.failures,
             (long long)(pause + 999999) / 1000000);
}

void pool_failed(pool_t *pool, int64_t began, int fault, char *text)
{
    int quarantine = backoff_failed(&pool->backoff, common_now_us(), began);
    pool->boot_failures++;
    /* The worker's output is in the log already. */
    say_pool(pool, LOG_ERROR, RECENT_FAULT, 0, "PERSIST%04d: %s: pool %s: %.*s",
             fault, wire_fault_text(fault), pool->definition.script,
             (int)strcspn(text, "\n"), text);
    if (quarantine) {
        log_quarantine(pool);
        fault = WIRE_FAULT_CRASH_LOOP;
    }
    take_fault_for_now(pool, fault, text);
}

/* It is tried again each second, and logged once. */
void pool_short(pool_t *pool, char *text)
{
    int fault = WIRE_FAULT_NO_WORKER;
    if (pool->fault != fault)
        say_pool(pool, LOG_ERROR, RECENT_FAULT, 0,
                 "PERSIST%04d: %s: pool %s: %s", fault, wire_fault_text(fault),
                 pool->definition.script, text);
    backoff_short(&pool->backoff, common_now_us());
    take_fault_for_now(pool, fault, text);
}

void pool_useless(pool_t *pool, char *text)
{
    say_pool(pool, LOG_ERROR, RECENT_FAULT, 0, "PERSIST%04d: %s: pool %s: %s",
             WIRE_FAULT_WORKER_CONNECT,
             wire_fault_text(WIRE_FAULT_WORKER_CONNECT),
             pool->definition.script, text);
    take_fault_for_now(pool, WIRE_FAULT_WORKER_CONNECT, text);
}

void pool_set_fault(pool_t *pool, int fault, const char *text, int64_t retry_at)
{
    take_fault(pool, fault, heap_text(text, strlen(text)), retry_at);
}
