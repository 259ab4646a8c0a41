/* SPDX-License-Identifier: Apache-2.0 */
/* door_lease.c: from the pool's key to a unit of a worker. */

#include "door_lease.h"
#include "door_memory.h"

#include "common_clock.h"
#include "exchange/persist_wait_slice.h"
#include "lifecycle/persist_ask.h"
#include "slots_index.h"
#include "slots_pool.h"
#include "slots_queue.h"
#include "slots_stats.h"
#include "wire_fault.h"

#include <poll.h>
#include <unistd.h>

#define ASK_US (INT64_C(3) * 1000000)
/* The pool or its persistd has gone: begin again. */
#define LOST (-1)

static slots_table_t *table_of(door_call_t *call)
{
    return &call->session.map.table;
}

static slots_pool_t *pool_of(door_call_t *call)
{
    return &table_of(call)->pools[call->pool];
}

static uint64_t version_of(door_call_t *call)
{
    return atomic_load(&pool_of(call)->version);
}

static void nudge(door_call_t *call)
{
    const wire_nudge_t message = {.pool = call->pool};
    door_session_tell(&call->session, WIRE_NUDGE, &message);
}

static int fail(door_call_t *call, int fault, const char *detail)
{
    call->fault = fault;
    call->detail = detail;
    return fault;
}

/* Refuses with 503, and estimates when a new try is worthwhile. */
static int refuse(door_call_t *call, int fault)
{
    slots_table_t *table = table_of(call);
    uint32_t waiting = slots_queue_length(table, call->pool);
    call->retry_ms =
        UINT64_C(1000) *
        slots_stats_retry_after(waiting, atomic_load(&pool_of(call)->workers),
                                slots_stats_mean_us(table, call->pool));
    slots_stats_refused(table, call->pool);
    return fail(call, fault, door_print("%u requests wait", waiting));
}

/* True if the table has the pool with the script as this request sees it. */
static int find(door_call_t *call)
{
    int index = slots_index_find(table_of(call), call->definition.key_high,
                                 call->definition.key_low, &call->generation);
    if (index < 0)
        return 0;
    call->pool = (uint32_t)index;
    return atomic_load(&pool_of(call)->script) == call->definition.seen;
}

static int take_ensured(void *context, const wire_message_t *message)
{
    const wire_ensured_t *answer = &message->as.ensured;
    door_call_t *call = context;
    if (message->kind != WIRE_ENSURED ||
        (!answer->fault && answer->pool >= table_of(call)->sizes.pools))
        return -1;
    call->pool = (uint32_t)answer->pool;
    call->generation = answer->generation;
    call->fault = (int)answer->fault;
    call->retry_ms = answer->retry_ms;
    call->detail = door_print("%.*s", (int)answer->text.len,
                              (const char *)answer->text.data);
    return 0;
}

/* Returns 0, LOST, or the fault. */
static int ensure(door_call_t *call)
{
    call->fault = 0;
    int result = persist_ask(call->session.instance, call->session.token,
                             WIRE_ENSURE, &call->definition,
                             common_now_us() + ASK_US, take_ensured, call);
    if (result < 0)
        return fail(call, WIRE_FAULT_DEFINITION,
                    "PersistEnv and the rest do not fit one message");
    if (result > 0 || call->fault == WIRE_FAULT_NO_PERSISTD ||
        call->fault == WIRE_FAULT_STOPPING)
        return LOST;
    return call->fault;
}

/* The pool has no worker and its last one failed to start: persistd says why.
 */
static int check_failures(door_call_t *call, uint32_t *failures)
{
    uint32_t failed = atomic_load(&pool_of(call)->failures);
    uint32_t pool = call->pool;
    uint64_t generation = call->generation;
    if (failed == *failures || atomic_load(&pool_of(call)->workers) > 0)
        return 0;
    *failures = failed;
    int code = ensure(call);
    return code == 0 && (call->pool != pool || call->generation != generation)
               ? LOST
               : code;
}

/* Returns why the request must stop waiting, or 0. */
static int reason_to_leave(door_call_t *call, uint32_t *failures)
{
    if (atomic_load(&table_of(call)->header->phase) != SLOTS_SERVING ||
        !slots_index_is(table_of(call), call->pool, call->generation))
        return LOST;
    if (atomic_load(&pool_of(call)->fault) == WIRE_FAULT_STOPPED)
        return fail(call, WIRE_FAULT_STOPPED, "persistctl start lifts it");
    int code = check_failures(call, failures);
    if (code != 0)
        return code;
    return common_now_us() >= call->patience
               ? refuse(call, WIRE_FAULT_QUEUE_TIMEOUT)
               : 0;
}

/* The server has stopped to read: nobody waits for the response. */
static int is_unwanted(void)
{
    struct pollfd server = {.fd = STDOUT_FILENO};
    return poll(&server, 1, 0) > 0 &&
           (server.revents & (POLLERR | POLLHUP | POLLNVAL));
}

/* Not woken for a whole slice. A killed persistd is noticed here. */
static int slice_over(door_call_t *call)
{
    call->gone = is_unwanted();
    if (call->gone)
        return fail(call, WIRE_FAULT_QUEUE_TIMEOUT, "the client has left");
    nudge(call);
    return door_session_lives(&call->session) ? 0 : LOST;
}

static int wait_turn(door_call_t *call, slots_place_t *place)
{
    uint32_t failures = atomic_load(&pool_of(call)->failures);
    int reason = 0;
    while (reason == 0) {
        if (slots_queue_try(table_of(call), place, call->generation,
                            version_of(call), &call->lease))
            return 0;
        reason = reason_to_leave(call, &failures);
        if (reason != 0)
            break;
        slots_queue_pause(table_of(call), place,
                          (uint32_t)persist_wait_slice(
                              common_now_us(), call->patience, SLOTS_SLICE_MS));
        if (place->slice_over)
            reason = slice_over(call);
    }
    slots_queue_leave(table_of(call), place);
    return reason;
}

static int stand_in_queue(door_call_t *call)
{
    slots_place_t place;
    int64_t entered = common_now_us();
    switch (slots_queue_enter(table_of(call), call->pool, call->session.owner,
                              (uint32_t)call->settings->queue_length,
                              SLOTS_CELLS, &place)) {
    case SLOTS_ENTERED:
        break;
    case SLOTS_TOTAL_FULL:
        return refuse(call, WIRE_FAULT_QUEUE_TOTAL);
    default:
        return refuse(call, WIRE_FAULT_QUEUE_FULL);
    }
    if (slots_pool_may_grow(table_of(call), call->pool))
        nudge(call);
    int code = wait_turn(call, &place);
    if (code == 0)
        slots_stats_queued(table_of(call), call->pool,
                           (uint64_t)(common_now_us() - entered));
    return code;
}

/* Returns 0, LOST, or the fault. */
static int try_once(door_call_t *call)
{
    if (!find(call)) {
        int code = ensure(call);
        if (code != 0)
            return code;
    }
    if (slots_queue_arrive(table_of(call), call->pool, call->generation,
                           version_of(call), call->session.owner, 0, 0,
                           &call->lease))
        return 0;
    return stand_in_queue(call);
}

/* why: what a function of door_session.h has returned. */
static int check_session(door_call_t *call, const char *why)
{
    if (!why)
        return 0;
    return fail(call,
                door_session_is_full(&call->session) ? WIRE_FAULT_QUEUE_TOTAL
                                                     : WIRE_FAULT_NO_PERSISTD,
                why);
}

/* Another worker may be claimed for the same request. */
static int join(door_call_t *call)
{
    return call->session.owner > 0
               ? 0
               : check_session(call, door_session_join(&call->session));
}

/* A pool can go while its persistd lives; then there is nothing to renew. */
static int renew(door_call_t *call)
{
    if (common_now_us() >= call->patience)
        return fail(call, WIRE_FAULT_NO_PERSISTD, NULL);
    if (door_session_lives(&call->session))
        return 0;
    return check_session(call, door_session_again(&call->session));
}

int door_lease_prepare(door_call_t *call)
{
    int code = ensure(call);
    if (code == LOST)
        fail(call, WIRE_FAULT_NO_PERSISTD, NULL);
    return call->fault == WIRE_FAULT_NO_PERSISTD ||
                   call->fault == WIRE_FAULT_DEFINITION
               ? -1
               : 0;
}

int door_lease_take(door_call_t *call)
{
    int code;
    if (join(call) != 0)
        return -1;
    while ((code = try_once(call)) == LOST)
        if (renew(call) != 0)
            return -1;
    if (code != 0)
        return -1;
    call->fault = 0;
    call->claimed = common_now_us();
    slots_stats_claimed(table_of(call), call->pool, call->claimed);
    return 0;
}

void door_lease_settle(door_call_t *call)
{
    slots_table_t *table = table_of(call);
    int broken = call->fate == PERSIST_FATE_BROKEN;
    if (!broken && call->delivered)
        slots_stats_served(table, call->lease.slot,
                           (uint64_t)(common_now_us() - call->claimed));
    if (call->fault && (broken || call->delivered))
        slots_stats_failed(table, call->lease.pool);
    if (call->fate == PERSIST_FATE_IDLE) {
        if (slots_release(table, &call->lease) == 1)
            nudge(call);
        return;
    }
    if (broken)
        slots_break(table, &call->lease);
    else
        slots_give_up(table, &call->lease);
    nudge(call);
}
