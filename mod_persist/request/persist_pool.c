/* SPDX-License-Identifier: Apache-2.0 */
/* persist_pool.c: finds the pool of a script's workers. */

#include "request/persist_pool.h"
#include "common_clock.h"
#include "exchange/persist_trace.h"
#include "lifecycle/persist_child_ask.h"
#include "request/persist_key.h"
#include "slots_index.h"
#include "wire_fault.h"

#include <apr_strings.h>
#include <http_config.h>
#include <http_main.h>
#include <string.h>
#include <unistd.h>

/* Time-outs of one question. persistd answers without waiting for a worker,
 * nearly always so soon that the thread need not be counted as waiting. */
#define ASK_FIRST (APR_USEC_PER_SEC / 4)
#define ASK_TIMEOUT apr_time_from_sec(2)
/* A killed persistd is back within two seconds. */
#define COMEBACK_US ((int64_t)4 * 1000000)
#define COMEBACK_POLL_US (100 * 1000)

/* Written by child_init, before the child has threads. */
static persist_key_secret_t secret;

void persist_pool_child_init(apr_pool_t *p, server_rec *s)
{
    const persist_key_place_t place = {persist_child_token(), geteuid(),
                                       getegid(), ap_server_root};
    (void)s;
    persist_key_draw(&place, p, &secret);
}

static wire_bytes_t bytes_of(const char *text)
{
    return (wire_bytes_t){(const uint8_t *)text, strlen(text)};
}

static wire_list_t list_of(const apr_array_header_t *array, apr_pool_t *p)
{
    if (!array || array->nelts == 0)
        return (wire_list_t){NULL, 0};
    size_t count = (size_t)array->nelts;
    wire_bytes_t *items = apr_palloc(p, count * sizeof(*items));
    for (size_t i = 0; i < count; i++)
        items[i] = bytes_of(APR_ARRAY_IDX(array, i, const char *));
    return (wire_list_t){items, count};
}

void persist_pool_define(persist_call_t *call)
{
    const request_rec *r = call->r;
    call->definition = (wire_ensure_t){
        .seen = slots_version(r->finfo.mtime, (uint64_t)r->finfo.inode,
                              (uint64_t)r->finfo.size),
        .script = bytes_of(r->filename),
        .interpreter = list_of(call->interpreter, r->pool),
        .environment = list_of(call->config.environment, r->pool),
        .settings = call->config.pool,
    };
    persist_key_set(&secret, &call->definition, r->pool);
}

uint64_t persist_pool_version(const persist_call_t *call)
{
    return atomic_load(&call->child->table.pools[call->pool].version);
}

int persist_pool_find(persist_call_t *call)
{
    int index = slots_index_find(&call->child->table, call->definition.key_high,
                                 call->definition.key_low, &call->generation);
    if (index < 0)
        return 0;
    call->pool = (uint32_t)index;
    return atomic_load(&call->child->table.pools[index].script) ==
           call->definition.seen;
}

/* Asks once. The pool in the answer is checked, because it is an index into the
 * table. */
static int ask(persist_call_t *call, apr_interval_time_t timeout)
{
    uint32_t pool;
    uint64_t generation, retry_ms = 0;
    const char *text = NULL;
    int code = persist_child_ensure(call->child, &call->definition, timeout,
                                    call->r->pool, &pool, &generation,
                                    &retry_ms, &text);
    if (code == 0 && pool >= call->child->table.sizes.pools)
        code = WIRE_FAULT_NO_PERSISTD;
    persist_fault_set(&call->fault, code, text);
    call->fault.retry_ms = retry_ms;
    if (code != 0)
        return code;
    call->pool = pool;
    call->generation = generation;
    return 0;
}

static int is_unanswered(int code)
{
    return code == WIRE_FAULT_NO_PERSISTD || code == WIRE_FAULT_HANGS;
}

/* Waits while persistd is being started again, but not while it hangs, because
 * that may last. */
static int ask_until(persist_call_t *call, int64_t until)
{
    for (;;) {
        int hangs = persist_child_hangs(call->child);
        int code = ask(call, hangs ? PERSIST_CHILD_GLANCE : ASK_TIMEOUT);
        if (!is_unanswered(code) || common_now_us() >= until ||
            (code == WIRE_FAULT_HANGS && persist_child_hangs(call->child)) ||
            persist_wait_gone(&call->wait))
            return code;
        apr_sleep(COMEBACK_POLL_US);
        persist_child_wait_goes_on(call->child);
    }
}

static int ask_patiently(persist_call_t *call)
{
    int64_t until = common_now_us() + COMEBACK_US;
    int code;
    if (!persist_child_wait_begin(call->child))
        return persist_fault_set(&call->fault, WIRE_FAULT_QUEUE_TOTAL,
                                 "they wait for persistd");
    code = ask_until(call, until);
    persist_child_wait_end(call->child);
    return code;
}

int persist_pool_ensure(persist_call_t *call)
{
    int code = persist_child_hangs(call->child) ? WIRE_FAULT_HANGS
                                                : ask(call, ASK_FIRST);
    if (is_unanswered(code))
        code = ask_patiently(call);
    if (code == WIRE_FAULT_HANGS)
        code = call->fault.code = WIRE_FAULT_NO_PERSISTD;
    persist_trace(call, "asked persistd for its pool: %s",
                  code ? wire_fault_text(code) : "it is there");
    return code;
}
