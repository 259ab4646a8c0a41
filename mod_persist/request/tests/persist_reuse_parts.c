/* SPDX-License-Identifier: Apache-2.0 */
/* persist_reuse_parts.c: functions that lease, connection and exchange call and
 * that the test does not use. httpd's side of a request does nothing here. The
 * worker never answers, so a request ends as soon as it has been sent. */

#include "exchange/persist_connection_watch.h"
#include "exchange/persist_forward.h"
#include "exchange/persist_reply_frames.h"
#include "exchange/persist_soft_deadline.h"
#include "exchange/persist_trace.h"
#include "exchange/persist_unblock.h"
#include "exchange/persist_yield.h"
#include "request/persist_affinity.h"
#include "request/persist_pool.h"
#include "slots_affinity.h"
#include "wire_fault.h"

int persist_fault_set(persist_fault_t *fault, int code, const char *detail)
{
    *fault = (persist_fault_t){.code = code, .detail = detail};
    return code;
}

void persist_fault_log(request_rec *r, const persist_fault_t *fault)
{
    (void)r;
    (void)fault;
}

void persist_trace(const persist_call_t *call, const char *format, ...)
{
    (void)call;
    (void)format;
}

void persist_affinity_begin(persist_call_t *call)
{
    (void)call;
}

void persist_affinity_aim(persist_call_t *call, uint64_t version)
{
    call->aim = call->keyed ? slots_affinity_aim(&call->child->table,
                                                 call->pool, version, call->key)
                            : 0;
}

void persist_child_remind(persist_child_t *child, uint32_t pool)
{
    (void)child;
    (void)pool;
}

int persist_pool_ensure(persist_call_t *call)
{
    return persist_fault_set(&call->fault, WIRE_FAULT_NO_PERSISTD, NULL);
}

uint64_t persist_pool_version(const persist_call_t *call)
{
    return atomic_load(&call->child->table.pools[call->pool].version);
}

void persist_yield_choose(const persist_call_t *call)
{
    (void)call;
}

void persist_connection_watch(void)
{
}

int persist_wait_gone(persist_wait_t *wait)
{
    (void)wait;
    return 0;
}

void persist_wait_body_read(persist_wait_t *wait)
{
    (void)wait;
}

int persist_wait_poll(persist_wait_t *wait, int worker, int what, int ms)
{
    (void)wait;
    (void)worker;
    (void)what;
    (void)ms;
    return 0;
}

void persist_reply_frames_fail(persist_call_t *call, persist_fate_t fate,
                               int code, const char *detail)
{
    call->fate = fate;
    persist_fault_set(&call->fault, code, detail);
}

void persist_reply_frames_take(persist_call_t *call)
{
    call->fate = PERSIST_FATE_IDLE;
}

persist_fate_t persist_reply_frames_drop(persist_call_t *call)
{
    (void)call;
    return PERSIST_FATE_BROKEN;
}

int persist_forward_is_late(const persist_call_t *call)
{
    (void)call;
    return 0;
}

void persist_forward(persist_call_t *call, int flush)
{
    (void)call;
    (void)flush;
}

void persist_forward_head(persist_call_t *call)
{
    (void)call;
}

int persist_response_is_enough(const persist_response_t *response)
{
    (void)response;
    return 0;
}

void persist_forward_late(persist_call_t *call)
{
    (void)call;
}

void persist_forward_on(persist_call_t *call)
{
    (void)call;
}

int persist_unblock_full(const persist_call_t *call)
{
    (void)call;
    return 0;
}

int persist_unblock_pending(const persist_call_t *call)
{
    (void)call;
    return 0;
}

void persist_unblock_release(persist_call_t *call)
{
    (void)call;
}

void persist_soft_deadline_begin(persist_call_t *call)
{
    (void)call;
}

void persist_soft_deadline_tick(persist_call_t *call)
{
    (void)call;
}

int64_t persist_soft_deadline_next(const persist_call_t *call)
{
    return call->deadline;
}

const char *persist_spool_error(const persist_spool_t *spool)
{
    (void)spool;
    return NULL;
}

void persist_response_detach(persist_response_t *response)
{
    (void)response;
}

void persist_body_restart(persist_body_t *body)
{
    (void)body;
}

int persist_body_hungry(const persist_body_t *body)
{
    (void)body;
    return 0;
}

int persist_body_read(persist_body_t *body, persist_fault_t *fault)
{
    (void)body;
    (void)fault;
    return OK;
}

int persist_body_frame(persist_body_t *body, msgpack_sbuffer *frame,
                       persist_output_t *output)
{
    (void)body;
    (void)frame;
    (void)output;
    return 0;
}

const char *persist_body_error(const persist_body_t *body)
{
    (void)body;
    return NULL;
}

int persist_body_break(msgpack_sbuffer *frame, persist_output_t *output)
{
    (void)frame;
    (void)output;
    return 0;
}

void persist_body_sent(persist_body_t *body)
{
    (void)body;
}
