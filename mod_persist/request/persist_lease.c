/* SPDX-License-Identifier: Apache-2.0 */
/* persist_lease.c: gets a worker for one request, at once or through the pool's
 * queue, and gives it back.
 * When a request waits here and when at a busy worker:
 * docs/decisions/requests-ahead.md */

#include "request/persist_lease.h"
#include "common_clock.h"
#include "exchange/persist_trace.h"
#include "exchange/persist_wait_slice.h"
#include "request/persist_affinity.h"
#include "request/persist_pool.h"
#include "slots_claim.h"
#include "slots_index.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_stats.h"
#include "slots_unit.h"
#include "wire_fault.h"

#include <apr_strings.h>

/* The pool was removed while the request waited in its queue. */
#define LOST (-2)
#define GONE (-1)

/* Several times what a request waits at a worker before it is taken back. */
#define JOIN_PATIENCE_US INT64_C(500000)

void persist_lease_begin(persist_call_t *call)
{
    call->patience = common_now_us() + persist_config_us(call->config.queue_ms);
    persist_affinity_begin(call);
}

static slots_table_t *table_of(persist_call_t *call)
{
    return &call->child->table;
}

static slots_pool_t *pool_of(persist_call_t *call)
{
    return &call->child->table.pools[call->pool];
}

static int is_ample(uint64_t ms)
{
    return ms == 0 || persist_config_us(ms) >= JOIN_PATIENCE_US;
}

/* Whether it may wait at a busy worker although another one is idle. If that is
 * busy for long the request is taken back, and must then have time left. */
static int may_join(const persist_call_t *call)
{
    const persist_dir_config_t *config = &call->config;
    return call->tries == 0 && is_ample(config->queue_ms) &&
           is_ample(config->soft_ms) && is_ample(config->pool.hard_ms);
}

static int claim(persist_call_t *call)
{
    uint64_t version = persist_pool_version(call);
    persist_affinity_aim(call, version);
    call->place = slots_queue_arrived(table_of(call), call->pool,
                                      call->child->owner, call->aim);
    return slots_queue_arrive(table_of(call), call->pool, call->generation,
                              version, call->child->owner, call->aim,
                              may_join(call), &call->lease);
}

/* Refuses with 503, and estimates from the pool's measured pace when a new try
 * is worthwhile. */
static int refuse(persist_call_t *call, int code)
{
    slots_table_t *table = table_of(call);
    uint32_t waiting = slots_queue_length(table, call->pool);
    uint32_t workers = atomic_load(&pool_of(call)->workers);
    persist_fault_set(&call->fault, code,
                      apr_psprintf(call->r->pool, "%u requests wait", waiting));
    call->fault.retry_ms =
        UINT64_C(1000) *
        slots_stats_retry_after(waiting, workers,
                                slots_stats_mean_us(table, call->pool));
    slots_stats_refused(table, call->pool);
    persist_trace(call, "refused: %s", wire_fault_text(code));
    return code;
}

/* Returns 0 while the table serves. Other phases come from persistd, and there
 * will be another table then; or from a script that has overwritten the table,
 * which persistd mends within a second. */
static int out_of_use(persist_call_t *call)
{
    uint32_t phase = atomic_load(&table_of(call)->header->phase);
    if (phase == SLOTS_SERVING)
        return 0;
    if (phase == SLOTS_STOPPING)
        return persist_fault_set(&call->fault, WIRE_FAULT_STOPPING, NULL);
    return persist_fault_set(&call->fault, WIRE_FAULT_NO_PERSISTD,
                             "its table is being replaced");
}

/* The script's owner has stopped the pool. persistd need not be asked. */
static int stopped(persist_call_t *call)
{
    if (atomic_load(&pool_of(call)->fault) != WIRE_FAULT_STOPPED)
        return 0;
    return persist_fault_set(&call->fault, WIRE_FAULT_STOPPED, NULL);
}

/* The pool has no worker and its last one failed to start. persistd answers
 * whether that is final (the fault's code) or another try is due (0). */
static int ask_why(persist_call_t *call)
{
    uint32_t pool = call->pool;
    uint64_t generation = call->generation;
    int code = persist_pool_ensure(call);
    if (code == 0 && (call->pool != pool || call->generation != generation))
        return LOST;
    return code;
}

/* Returns why the request must stop waiting, or 0. `failures` is the pool's
 * counter at the time when the request began to wait. */
static int reason_to_leave(persist_call_t *call, uint32_t *failures)
{
    uint32_t failed = atomic_load(&pool_of(call)->failures);
    int code = out_of_use(call);
    if (code != 0)
        return code;
    if (persist_child_get() != call->child)
        return persist_fault_set(&call->fault, WIRE_FAULT_NO_PERSISTD,
                                 "its table has been replaced");
    if (!slots_index_is(table_of(call), call->pool, call->generation))
        return LOST;
    if (stopped(call))
        return WIRE_FAULT_STOPPED;
    if (failed != *failures && atomic_load(&pool_of(call)->workers) == 0) {
        *failures = failed;
        return ask_why(call);
    }
    if (common_now_us() >= call->patience)
        return refuse(call, WIRE_FAULT_QUEUE_TIMEOUT);
    return 0;
}

/* The request has not been woken for a whole slice. The steps here are system
 * calls, so they are left to such requests. persistd may have been replaced
 * meanwhile; the reminder detects that for all threads of this child. */
static int slice_over(persist_call_t *call)
{
    persist_child_remind(call->child, call->pool);
    return persist_wait_gone(&call->wait) ? GONE : 0;
}

static int wait_turn(persist_call_t *call, uint32_t failures)
{
    slots_place_t *place = &call->place;
    int reason = 0;
    while (reason == 0) {
        if (slots_queue_try(table_of(call), place, call->generation,
                            persist_pool_version(call), &call->lease))
            return 0;
        if ((reason = reason_to_leave(call, &failures)) != 0)
            break;
        int pause =
            persist_wait_slice(common_now_us(), call->patience, SLOTS_SLICE_MS);
        slots_queue_pause(table_of(call), place, (uint32_t)pause);
        if (place->slice_over)
            reason = slice_over(call);
    }
    slots_queue_leave(table_of(call), place);
    return reason;
}

static int enter(persist_call_t *call)
{
    switch (slots_queue_enter_aimed(
        table_of(call), call->pool, call->child->owner,
        (uint32_t)call->config.queue_length, call->child->queue_total,
        call->aim, &call->place)) {
    case SLOTS_ENTERED:
        return 0;
    case SLOTS_TOTAL_FULL:
        return refuse(call, WIRE_FAULT_QUEUE_TOTAL);
    default:
        return refuse(call, WIRE_FAULT_QUEUE_FULL);
    }
}

static int is_failing(persist_call_t *call)
{
    return atomic_load(&pool_of(call)->fault) != 0 &&
           atomic_load(&pool_of(call)->workers) == 0;
}

/* The request has a cell. */
static int wait_in_queue(persist_call_t *call, uint32_t failures)
{
    persist_trace(call, "waits in the queue of pool %u", call->pool);
    if (slots_pool_may_grow(table_of(call), call->pool))
        persist_child_nudge(call->pool);
    return wait_turn(call, failures);
}

static uint32_t failures_of(persist_call_t *call)
{
    return atomic_load(&pool_of(call)->failures);
}

static int stand_in_queue(persist_call_t *call)
{
    uint32_t failures = failures_of(call);
    if (!call->entered)
        call->entered = common_now_us();
    int code = stopped(call);
    if (code == 0 && is_failing(call))
        code = ask_why(call);
    if (code == 0)
        code = enter(call);
    return code == 0 ? wait_in_queue(call, failures) : code;
}

/* Returns 0, LOST, GONE or the fault's code. */
static int ask_pool(persist_call_t *call, int is_known)
{
    int code = out_of_use(call);
    if (code == 0 && !is_known)
        code = persist_pool_ensure(call);
    if (code != 0)
        return code;
    return claim(call) ? 0 : stand_in_queue(call);
}

static int arrive(persist_call_t *call)
{
    call->entered = 0;
    return ask_pool(call, persist_pool_find(call));
}

int persist_lease_take(persist_call_t *call)
{
    int code =
        call->put_off ? wait_in_queue(call, failures_of(call)) : arrive(call);
    while (code == LOST && common_now_us() < call->patience)
        code = ask_pool(call, 0);
    if (code == LOST)
        return refuse(call, WIRE_FAULT_QUEUE_TIMEOUT);
    call->gone = code == GONE;
    if (code != 0)
        return code;
    call->claimed = common_now_us();
    persist_trace(call, "leased slot %u, unit %u, of pool %u", call->lease.slot,
                  call->lease.unit, call->pool);
    slots_stats_claimed(table_of(call), call->pool, call->claimed);
    return 0;
}

void persist_lease_settle(persist_call_t *call)
{
    slots_table_t *table = table_of(call);
    call->took = common_now_us() - call->claimed;
    int broken = call->fate == PERSIST_FATE_BROKEN;
    if (!broken && call->delivered)
        slots_stats_served(table, call->lease.slot, (uint64_t)call->took);
    if (call->entered && !call->put_off)
        slots_stats_queued(table, call->lease.pool,
                           (uint64_t)(call->claimed - call->entered));
    if (call->fault.code && (broken || call->delivered))
        slots_stats_failed(table, call->lease.pool);
    switch (call->fate) {
    case PERSIST_FATE_IDLE:
        if (slots_release(table, &call->lease) == 1)
            persist_child_nudge(call->lease.pool);
        break;
    case PERSIST_FATE_FINISHING:
        slots_give_up(table, &call->lease);
        persist_child_nudge(call->lease.pool);
        break;
    case PERSIST_FATE_DROPPED:
        slots_drop(table, &call->lease);
        persist_child_nudge(call->lease.pool);
        break;
    default:
        slots_break(table, &call->lease);
        persist_child_nudge(call->lease.pool);
    }
}
