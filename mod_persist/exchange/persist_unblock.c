/* SPDX-License-Identifier: Apache-2.0 */
/* persist_unblock.c: passes a response on without waiting for the client, while
 * a worker is leased.
 *
 * An output filter directly above httpd's core passes on what the client takes
 * (persist_pour.h), and keeps the rest in a backlog. By then the bytes have
 * been through all other filters, which need not know.
 *
 * The filter stays with the connection, because httpd would allocate a new one
 * from the connection's pool for each request. Out of use it only passes on.
 * Why: docs/decisions/slow-clients-wait-in-httpd.md */

#include "exchange/persist_unblock.h"
#include "common_clock.h"
#include "exchange/persist_backlog.h"
#include "exchange/persist_call_spool.h"
#include "exchange/persist_pour.h"
#include "exchange/persist_trace.h"

#include <http_core.h>
#include <http_log.h>

APLOG_USE_MODULE(persist);

#define FILTER_NAME "PERSIST_UNBLOCK"
/* The last pass before the worker has to wait may exceed RESPONSE by this. */
#define PASS_MOST ((uint64_t)512 << 10)

/* In the request's pool. The connection's filter has it as its context while it
 * is in use. */
struct persist_unblock {
    persist_call_t *call;
    persist_pour_t pour;
    persist_backlog_t backlog;
    apr_pool_t *spool_pool; /* NULL: nothing has had to wait */
    int leased;             /* passes do not wait for the client */
    int spent;              /* RESPONSE was reached, or there was no room */
};
typedef struct persist_unblock unblock_t;

static ap_filter_rec_t *handle;

/* Most requests need none. */
static void begin_spool(unblock_t *u)
{
    if (u->spool_pool)
        return;
    persist_trace(u->call, "the client is slow: what comes waits for it");
    apr_pool_create(&u->spool_pool, u->call->r->pool);
    u->backlog.spool = persist_call_spool(
        u->call, u->spool_pool, u->call->config.buffer_response + PASS_MOST);
}

static void end_spool(unblock_t *u)
{
    if (u->spool_pool)
        apr_pool_destroy(u->spool_pool);
    u->spool_pool = NULL;
    u->backlog.spool = NULL;
}

/* True if as much waits as may, or if there was no room for more. */
static int is_spent(const unblock_t *u)
{
    const persist_spool_t *spool = u->backlog.spool;
    return !spool || (uint64_t)persist_spool_length(spool) >=
                         u->call->config.buffer_response;
}

/* Sends what waits, as far as the client takes it. */
static apr_status_t push(unblock_t *u)
{
    persist_pour_t *pour = &u->pour;
    apr_status_t rv = APR_SUCCESS;
    if (pour->stuck && persist_pour_has_room(pour))
        rv = persist_pour_write(pour);
    if (rv != APR_SUCCESS || pour->stuck || !u->spool_pool)
        return rv;
    rv = persist_pour_run(pour, u->backlog.bb);
    if (rv != APR_SUCCESS || pour->stuck)
        return rv;
    end_spool(u);
    return persist_pour_write(pour);
}

/* Waits until the client has taken what waits, and then bb. */
static apr_status_t wait_for_all(unblock_t *u, apr_bucket_brigade *bb)
{
    int64_t deadline = u->call->deadline;
    apr_status_t rv = persist_pour_wait(&u->pour, u->backlog.bb, deadline);
    return rv == APR_SUCCESS ? persist_pour_wait(&u->pour, bb, deadline) : rv;
}

/* Keeps bb. If there is no room, the response goes on, but the worker waits for
 * the client. */
static apr_status_t keep(unblock_t *u, apr_bucket_brigade *bb)
{
    begin_spool(u);
    int kept = persist_backlog_keep(&u->backlog, bb) == 0;
    u->spent |= is_spent(u);
    if (u->backlog.error)
        ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, u->call->r,
                      "a slow client holds its worker: %s", u->backlog.error);
    u->backlog.error = NULL;
    return kept ? APR_SUCCESS : wait_for_all(u, bb);
}

static apr_status_t pass_or_keep(unblock_t *u, apr_bucket_brigade *bb)
{
    apr_status_t rv = push(u);
    if (rv == APR_SUCCESS)
        rv = persist_pour_run(&u->pour, bb);
    if (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(bb))
        rv = keep(u, bb);
    return rv;
}

/* Where a write fails, the core sets c->aborted. Where a piece cannot be read,
 * or is too late, it must be set here, because bytes in the middle of the
 * connection's stream are missing. */
static apr_status_t broken(conn_rec *c, apr_status_t rv)
{
    if (rv != APR_SUCCESS)
        c->aborted = 1;
    return rv;
}

/* The output filter. */
static apr_status_t pass(ap_filter_t *f, apr_bucket_brigade *bb)
{
    unblock_t *u = f->ctx;
    apr_status_t rv = APR_SUCCESS;
    if (u && u->leased) {
        rv = pass_or_keep(u, bb);
        apr_brigade_cleanup(bb);
        return broken(f->c, rv);
    }
    if (u)
        rv = broken(f->c, persist_pour_wait(&u->pour, u->backlog.bb, 0));
    return rv == APR_SUCCESS ? ap_pass_brigade(f->next, bb) : rv;
}

void persist_unblock_register_hooks(apr_pool_t *p)
{
    (void)p;
    handle = ap_register_output_filter(FILTER_NAME, pass, NULL,
                                       AP_FTYPE_NETWORK - 1);
}

/* Returns the connection's filter, or NULL if it is not directly above the
 * core. */
static ap_filter_t *filter_of(request_rec *r)
{
    conn_rec *c = r->connection;
    ap_filter_t *f = c->output_filters;
    while (f && f->frec != handle)
        f = f->next;
    if (!f)
        f = ap_add_output_filter_handle(handle, NULL, r, c);
    return f && f->next && !f->next->next ? f : NULL;
}

static void make(persist_call_t *call, ap_filter_t *filter)
{
    apr_pool_t *p = call->r->pool;
    unblock_t *u = apr_pcalloc(p, sizeof(*u));
    u->call = call;
    u->backlog.bb = apr_brigade_create(p, filter->c->bucket_alloc);
    u->leased = 1;
    if (persist_pour_begin(&u->pour, filter, call->wait.fd, p) == 0)
        call->unblock = filter->ctx = u;
}

void persist_unblock_begin(persist_call_t *call)
{
    if (call->unblock || call->response.passed || call->wait.fd < 0 ||
        call->r->main || call->config.buffer_response == 0 ||
        persist_response_is_replaced(&call->response))
        return;
    ap_filter_t *filter = filter_of(call->r);
    if (filter && !filter->ctx)
        make(call, filter);
}

int persist_unblock_pending(const persist_call_t *call)
{
    return call->unblock && call->unblock->pour.stuck;
}

int persist_unblock_full(const persist_call_t *call)
{
    return persist_unblock_pending(call) && call->unblock->spent;
}

apr_status_t persist_unblock_push(persist_call_t *call)
{
    return broken(call->r->connection, push(call->unblock));
}

int persist_unblock_stalled(const persist_call_t *call)
{
    apr_interval_time_t most;
    apr_socket_t *socket = ap_get_conn_socket(call->r->connection);
    return persist_unblock_pending(call) &&
           apr_socket_timeout_get(socket, &most) == APR_SUCCESS && most >= 0 &&
           common_now_us() - call->unblock->pour.moved >= most;
}

void persist_unblock_release(persist_call_t *call)
{
    unblock_t *u = call->unblock;
    if (!u)
        return;
    u->leased = 0;
    if (call->gone && !call->response.answered)
        apr_brigade_cleanup(u->backlog.bb);
}

void persist_unblock_end(persist_call_t *call)
{
    unblock_t *u = call->unblock;
    if (!u)
        return;
    broken(u->pour.filter->c, persist_pour_wait(&u->pour, u->backlog.bb, 0));
    apr_brigade_cleanup(u->backlog.bb);
    end_spool(u);
    u->pour.filter->ctx = call->unblock = NULL;
}
