/* SPDX-License-Identifier: Apache-2.0 */
/* persist_turn.c: looks whether a request's turn has come. */

#include "exchange/persist_turn.h"
#include "common_clock.h"
#include "exchange/persist_reply_frames.h"
#include "exchange/persist_soft_deadline.h"
#include "exchange/persist_trace.h"
#include "exchange/persist_wait_slice.h"
#include "slots_pool.h"
#include "slots_stats.h"
#include "wire_fault.h"

/* A thread whose request is behind no other looks when it first returns from
 * its wait for an answer, so requests that are answered before cost nothing. */
#define LOOK_US (PERSIST_WAIT_READ_MS * INT64_C(1000))
_Static_assert(LOOK_US == SLOTS_LOOK_MOST_US, "no look comes later");

static void look(persist_call_t *call)
{
    if (slots_others_look(&call->child->table, &call->lease, &call->others) > 0)
        call->had_others = 1;
}

/* The sooner a thread looks, the less a long request costs those behind it. */
static int64_t until_look(const persist_call_t *call)
{
    return call->others.count > 0
               ? slots_pool_look_us(&call->child->table, call->lease.pool)
               : LOOK_US;
}

/* The request has a cell before its worker loses it, so it always has a place:
 * without a cell it stays at the worker. */
static int return_to_queue(persist_call_t *call)
{
    return slots_queue_return(&call->child->table, &call->place);
}

static void put_off(persist_call_t *call)
{
    call->put_off = 1;
    call->delivered = 0;
    if (!call->entered)
        call->entered = call->claimed;
    persist_reply_frames_fail(call, PERSIST_FATE_DROPPED,
                              WIRE_FAULT_WORKER_CONNECT,
                              "it is busy with another request");
    persist_trace(call, "is taken back from slot %u", call->lease.slot);
}

/* Returns 0 if the worker has begun with the request. */
static int take_back(persist_call_t *call)
{
    wire_token_t *token = call->connection->token;
    if (!wire_token_is_offered(token))
        return 0;
    if (!return_to_queue(call))
        return 1;
    if (wire_token_withdraw(token)) {
        put_off(call);
        return 1;
    }
    slots_queue_leave(&call->child->table, &call->place);
    return 0;
}

void persist_turn_begin(persist_call_t *call)
{
    wire_token_t *token = call->connection->token;
    int64_t looked = call->claimed;
    call->look_at = 0;
    call->had_others = 0;
    look(call);
    if (call->had_others)
        looked = common_now_us(); /* connecting may have taken long */
    if (token) {
        wire_token_offer(token);
        call->look_at = looked + until_look(call);
        return;
    }
    if (call->had_others && return_to_queue(call))
        put_off(call);
    call->had_others = 0;
}

/* One that is behind no other needs no clock here. */
int persist_turn_pause_ms(const persist_call_t *call)
{
    if (!call->look_at || !call->had_others)
        return PERSIST_WAIT_READ_MS;
    return persist_wait_slice(common_now_us(), call->look_at,
                              PERSIST_WAIT_READ_MS);
}

int persist_turn_is_near(const persist_call_t *call)
{
    if (!call->look_at || !call->had_others)
        return 0;
    int64_t now = common_now_us();
    return now >= call->look_at && now < call->claimed + LOOK_US;
}

int64_t persist_turn_next(const persist_call_t *call)
{
    int64_t deadline = persist_soft_deadline_next(call);
    if (!call->look_at || !deadline)
        return call->look_at ? call->look_at : deadline;
    return call->look_at < deadline ? call->look_at : deadline;
}

/* If the worker has ended none of its requests since the last look, another one
 * than this has begun, or has just been sent. The others that wait behind it
 * take themselves back, too, each at its own look. */
void persist_turn_look(persist_call_t *call)
{
    int64_t now = common_now_us();
    if (!call->look_at || now < call->look_at)
        return;
    int stay =
        slots_others_stay(&call->child->table, &call->lease, &call->others);
    look(call);
    call->look_at = now + until_look(call);
    if (stay && !take_back(call))
        call->look_at = 0;
}

void persist_turn_came(persist_call_t *call)
{
    call->look_at = 0;
    if (!call->had_others)
        return;
    int64_t sent = call->claimed;
    call->claimed =
        wire_token_taken_us(call->connection->token, sent, common_now_us());
    if (!call->entered)
        call->entered = sent;
    call->had_others = 0;
}

/* httpd has all of the answer, or the worker has not begun. */
static void note_sleep(persist_call_t *call, const wire_token_t *token)
{
    enum wire_token_sleep sleep = wire_token_sleep(token);
    if (sleep != WIRE_SLEEP_UNKNOWN)
        slots_stats_told(&call->child->table, call->lease.slot,
                         sleep == WIRE_SLEEP_SOME,
                         (uint64_t)(common_now_us() - call->claimed));
}

int persist_turn_end(persist_call_t *call)
{
    wire_token_t *token = call->connection->token;
    if (call->put_off)
        return 1;
    if (token && call->fate == PERSIST_FATE_IDLE) {
        note_sleep(call, token);
        return 0;
    }
    if (!token || !wire_token_withdraw(token))
        return 0;
    call->delivered = 0;
    return 1;
}
