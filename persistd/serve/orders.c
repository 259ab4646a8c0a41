/* SPDX-License-Identifier: Apache-2.0 */
/* orders.c: who may give an order, what it does, and when it is done. */

#include "serve/orders.h"

#include "base/heap.h"
#include "base/log.h"
#include "pool/pool.h"
#include "pool/reconcile.h"
#include "pool/replace.h"
#include "pool/view.h"
#include "serve/order_log.h"
#include "state/agenda.h"
#include "state/journal.h"
#include "worker/leave.h"

#include "common_clock.h"
#include "wire_fault.h"

#include <stdlib.h>
#include <string.h>

#define ORDER_US 60000000       /* µs: limit of an order, besides a boot */
#define ORDER_BOOT_US 240000000 /* µs: the most that a boot adds to it */
#define ORDER_PENDING 8u        /* orders of one user at a time */

typedef struct order {
    enum wire_order_verb verb;
    char *script;
    look_t *look;      /* before anything is done; NULL: it is being done */
    uid_t owner;       /* owner of the file, by that look; -1: unknown */
    uint32_t affected; /* workers that had to leave when it was begun */
    int64_t until;     /* µs: when it has taken too long */
    int logged;        /* the log has it, so it may have the answer, too */
} order_t;

/* An order's progress, summed over all pools of the script. */
typedef struct progress {
    uint32_t outgoing; /* workers that still have to leave */
    uint32_t ready;    /* other workers that serve */
    uint32_t starting;
    const pool_t *failed; /* NULL: none */
} progress_t;

static pool_t *first_pool(const persistd_t *pd, const char *script)
{
    uint32_t at = 0;
    return pool_next(pd, script, &at);
}

/* ---- the answer ---- */

static void order_answer(client_t *client, enum wire_order_result result,
                         int fault, const char *text)
{
    size_t len = strlen(text);
    const wire_ordered_t answer = {
        .result = result,
        .fault = (uint64_t)fault,
        .text = {(const uint8_t *)text,
                 len < WIRE_LOG_MAX ? len : WIRE_LOG_MAX},
    };
    order_drop(client);
    journal_keep(client->pd); /* a successor has to keep a stop */
    if (client->conn)
        conn_send(client->conn, WIRE_ORDERED, &answer);
    client_answered(client);
}

/* Sends the answer to an order that was carried out. */
static void order_end(client_t *client, enum wire_order_result result,
                      int fault, const char *text)
{
    if (client->order->logged)
        log_debug("pool %s: answer to the order of uid %ld: %s",
                  client->order->script, (long)client->uid, text);
    order_answer(client, result, fault, text);
}

static void order_done(client_t *client, const char *what, uint32_t count)
{
    char *text =
        heap_print("%s (%u worker%s)", what, count, count == 1 ? "" : "s");
    order_end(client, WIRE_ORDER_DONE, 0, text);
    free(text);
}

static void answer_no_pool(client_t *client)
{
    order_answer(client, WIRE_ORDER_NO_POOL, 0,
                 "it has no workers yet; its first request starts one");
}

/* ---- who may give it ---- */

/* Uses our last look if the file is gone or cannot be looked at. The file is
 * looked at even if there is no pool, so that the answer does not reveal to
 * other users whether a script is in use. */
static int is_owner(const client_t *client, const pool_t *pool)
{
    return client_is_trusted(client) ||
           (pool ? pool->owner : client->order->owner) == client->uid;
}

/* Limits the orders of a user. Each takes a connection, and a looker that may
 * stay blocked by the file after the order has been answered. */
static int has_too_many(const client_t *client)
{
    uint32_t count = look_abandoned((uint32_t)client->uid);
    for (const client_t *other = client->pd->clients; other;
         other = other->next)
        count += other != client && other->order && other->uid == client->uid;
    return count >= ORDER_PENDING && !client_is_trusted(client);
}

/* Returns NULL if nothing speaks against the order. */
static const char *objection(const pool_t *pool, enum wire_order_verb verb)
{
    if (pool->pd->stopping)
        return "httpd is stopping";
    if (verb == WIRE_ORDER_RELOAD && pool->stopped)
        return "it is stopped; start it first";
    return NULL;
}

/* ---- doing it ---- */

static uint32_t leave_all(const pool_t *pool, int64_t deadline)
{
    uint32_t count = 0;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next) {
        worker->worn = WEAR_ORDER;
        count++;
        if (deadline)
            worker_leave_by(worker, deadline);
        else
            worker_leave(worker);
    }
    return count;
}

static uint32_t carry_out(pool_t *pool, enum wire_order_verb verb)
{
    int64_t stop_by = common_now_us() + pool->pd->settings.stop_us;
    uint32_t affected = 0;
    if (verb == WIRE_ORDER_STOP)
        pool_stop(pool);
    else if (verb != WIRE_ORDER_DRAIN)
        pool_lift(pool);
    if (verb == WIRE_ORDER_STOP || verb == WIRE_ORDER_DRAIN)
        affected = leave_all(pool, verb == WIRE_ORDER_STOP ? stop_by : 0);
    else if (verb != WIRE_ORDER_START)
        affected = replace_all(pool);
    agenda_pool(pool);
    return affected;
}

/* The journal is written again only if a stop has changed. Orders cost their
 * sender little, and there may be thousands of them. */
static void carry_out_all(client_t *client)
{
    persistd_t *pd = client->pd;
    order_t *order = client->order;
    pool_t *pool;
    int changed = 0;
    for (uint32_t at = 0; (pool = pool_next(pd, order->script, &at)) != NULL;) {
        int64_t boot = pool->definition.boot_us;
        int64_t most = boot && boot < ORDER_BOOT_US ? boot : ORDER_BOOT_US;
        if (order->until < common_now_us() + ORDER_US + most)
            order->until = common_now_us() + ORDER_US + most;
        int stopped = pool->stopped;
        order->affected += carry_out(pool, order->verb);
        changed |= pool->stopped != stopped;
    }
    if (changed)
        agenda_journal(pd);
}

/* Goes on to wait until the order is done, if the client still wants the
 * answer. */
static void go_on(client_t *client)
{
    if (client->conn) {
        agenda_orders(client->pd);
        return;
    }
    order_drop(client);
    client_answered(client);
}

/* The script has been looked at. */
static void order_begin(client_t *client)
{
    order_t *order = client->order;
    pool_t *pool = first_pool(client->pd, order->script);
    const char *why = pool ? objection(pool, order->verb) : NULL;
    if (!is_owner(client, pool)) {
        order_answer(client, WIRE_ORDER_REFUSED, 0,
                     "only the script's owner, root, and the user that httpd "
                     "runs as may do that");
    } else if (!pool) {
        answer_no_pool(client);
    } else if (why) {
        order_answer(client, WIRE_ORDER_FAILED, 0, why);
    } else {
        order->logged = order_log(pool, order->verb, client->uid);
        carry_out_all(client);
        go_on(client);
    }
}

/* True if the sender cannot be shown to be the owner, because the file system
 * does not answer and no earlier look has shown the owner. */
static int is_unknown(const client_t *client)
{
    return !is_owner(client, first_pool(client->pd, client->order->script));
}

static void script_seen(void *owner, const look_found_t *found)
{
    client_t *client = owner;
    order_t *order = client->order;
    pool_t *pool;
    if (!found)
        look_drop(order->look);
    order->look = NULL;
    if (!found && is_unknown(client)) {
        order_answer(client, WIRE_ORDER_FAILED, WIRE_FAULT_FILE_SYSTEM,
                     wire_fault_text(WIRE_FAULT_FILE_SYSTEM));
        return;
    }
    if (found && !found->error)
        order->owner = (uid_t)found->owner;
    for (uint32_t at = 0;
         found && (pool = pool_next(client->pd, order->script, &at)) != NULL;)
        view_take(pool, found);
    order_begin(client);
}

static void begin_look(client_t *client, const wire_order_t *wire)
{
    char *script = heap_text(wire->script.data, wire->script.len);
    const pool_t *pool = first_pool(client->pd, script);
    order_t *order = heap_make(1, sizeof(*order));
    order->verb = wire->verb;
    order->script = script;
    order->owner = (uid_t)-1;
    client->order = order;
    order->look = look_stat(script, view_lane(pool, script),
                            (uint32_t)client->uid, script_seen, client);
}

void order_take(client_t *client, const wire_order_t *wire)
{
    if (has_too_many(client))
        order_answer(client, WIRE_ORDER_FAILED, 0, "too many orders at a time");
    else
        begin_look(client, wire);
}

/* ---- is it done ---- */

/* The failure of a pool with older settings does not count, because it gets no
 * requests any more. */
static void add_pool(progress_t *progress, const pool_t *pool)
{
    if (pool->fault && !pool->superseded)
        progress->failed = pool;
    for (const worker_t *worker = pool->workers; worker;
         worker = worker->pool_next) {
        if (worker->worn == WEAR_ORDER)
            progress->outgoing++;
        else if (!pool->superseded) {
            progress->ready += worker->state == WORKER_READY;
            progress->starting += worker->state == WORKER_STARTING;
        }
    }
}

static progress_t progress_of(const client_t *client)
{
    progress_t progress = {0};
    pool_t *pool;
    for (uint32_t at = 0;
         (pool = pool_next(client->pd, client->order->script, &at)) != NULL;)
        add_pool(&progress, pool);
    return progress;
}

/* Starts a worker in each current pool, because the script has none. */
static void start_one(const client_t *client)
{
    pool_t *pool;
    for (uint32_t at = 0;
         (pool = pool_next(client->pd, client->order->script, &at)) != NULL;)
        if (!pool->superseded && !pool->fault)
            pool_reconcile(pool, 1);
}

static void answer_failure(client_t *client, const pool_t *pool)
{
    char *text = heap_text(pool->fault_text, strlen(pool->fault_text));
    order_end(client, WIRE_ORDER_FAILED, pool->fault, text);
    free(text);
}

static void answer_late(client_t *client, const progress_t *progress)
{
    char *text = heap_print(
        "it takes longer: %u workers still have to leave, %u are starting",
        progress->outgoing, progress->starting);
    order_end(client, WIRE_ORDER_FAILED, 0, text);
    free(text);
}

/* If all old workers have left because the script has changed as well, the
 * order is done only when a new worker is READY. */
static int wants_ready(const order_t *order)
{
    return order->verb == WIRE_ORDER_START ||
           order->verb == WIRE_ORDER_RESTART ||
           (order->verb == WIRE_ORDER_RELOAD && order->affected > 0);
}

/* Returns 1 if the client has been answered. */
static int answer_done(client_t *client, const progress_t *progress)
{
    static const char *const done[] = {"started", "stopped", "restarted",
                                       "reloaded", "drained"};
    enum wire_order_verb verb = client->order->verb;
    uint32_t affected = client->order->affected;
    if (progress->outgoing > 0 ||
        (wants_ready(client->order) && progress->ready == 0))
        return 0;
    order_done(client, done[verb], affected > 0 ? affected : progress->ready);
    return 1;
}

void order_tick(client_t *client)
{
    order_t *order = client->order;
    if (order->look)
        return;
    progress_t progress = progress_of(client);
    int starts = wants_ready(order);
    if (starts && progress.failed) {
        answer_failure(client, progress.failed);
    } else if (!answer_done(client, &progress)) {
        if (common_now_us() >= order->until)
            answer_late(client, &progress);
        else if (starts &&
                 progress.ready + progress.starting + progress.outgoing == 0)
            start_one(client);
    }
}

int order_is_pending(const client_t *client)
{
    return client->order && client->order->look;
}

void order_drop(client_t *client)
{
    if (!client->order)
        return;
    look_drop(client->order->look);
    free(client->order->script);
    free(client->order);
    client->order = NULL;
}
