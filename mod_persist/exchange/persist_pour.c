/* SPDX-License-Identifier: Apache-2.0 */
/* persist_pour.c: passes bytes to httpd's core, without waiting for the client
 * or until it has taken them.
 *
 * The core waits for the client in three cases: behind a FLUSH, for more bytes
 * than FlushMaxThreshold, and for a bucket of unknown length. None of them
 * reaches it here: it gets pieces of at most that size, and is then asked for a
 * write that does not wait, as the event MPM does, by passing NULL. What it
 * does not get rid of shows in c->data_in_output_filters; it gets no more then.
 * Why: docs/decisions/slow-clients-wait-in-httpd.md */

#include "exchange/persist_pour.h"
#include "common_clock.h"
#include "exchange/persist_backlog.h"
#include "exchange/persist_direct.h"
#include "exchange/persist_patience.h"

#include <ap_mmn.h>
#include <http_core.h>
#include <poll.h>

/* Returns the number of bytes that the core keeps without waiting. */
static apr_size_t threshold(const conn_rec *c)
{
#if AP_MODULE_MAGIC_AT_LEAST(20120211, 97)
    const core_server_config *core =
        ap_get_core_module_config(c->base_server->module_config);
    return core->flush_max_threshold;
#else
    (void)c;
    return (apr_size_t)64 << 10;
#endif
}

int persist_pour_begin(persist_pour_t *pour, ap_filter_t *filter, int fd,
                       apr_pool_t *p)
{
    conn_rec *c = filter->c;
    pour->filter = filter;
    pour->fd = fd;
    pour->piece = apr_brigade_create(p, c->bucket_alloc);
    pour->most = threshold(c);
    /* an earlier response may still wait there */
    pour->handed = c->data_in_output_filters ? pour->most : 0;
    return pour->most > 0 ? 0 : -1;
}

static int wait_for_room(persist_pour_t *pour, int ms)
{
    struct pollfd client = {pour->fd, POLLOUT, 0};
    int64_t from = common_now_us();
    int n = poll(&client, 1, ms);
    pour->waited += common_now_us() - from;
    return n > 0;
}

int persist_pour_has_room(persist_pour_t *pour)
{
    return wait_for_room(pour, 0);
}

apr_status_t persist_pour_write(persist_pour_t *pour)
{
    conn_rec *c = pour->filter->c;
    ap_filter_t *core = pour->filter->next;
    apr_status_t rv;
    int ms;
    do {
        rv = core->frec->filter_func.out_func(core, NULL);
        ms = persist_patience_ms(pour->passed, pour->waited);
    } while (rv == APR_SUCCESS && c->data_in_output_filters && ms > 0 &&
             wait_for_room(pour, ms));
    pour->moved = common_now_us();
    pour->stuck = c->data_in_output_filters != 0;
    if (!pour->stuck)
        pour->handed = 0;
    return rv;
}

static apr_size_t length_of(apr_bucket_brigade *bb)
{
    apr_off_t length = 0;
    apr_brigade_length(bb, 0, &length);
    return (apr_size_t)length;
}

/* Hands the piece to the core, which keeps what it cannot write. */
static apr_status_t hand_over(persist_pour_t *pour, int flush)
{
    conn_rec *c = pour->filter->c;
    apr_status_t rv = APR_SUCCESS;
    if (!APR_BRIGADE_EMPTY(pour->piece)) {
        apr_size_t length = length_of(pour->piece);
        rv = ap_pass_brigade(pour->filter->next, pour->piece);
        apr_brigade_cleanup(pour->piece);
        pour->passed += (int64_t)length;
        pour->handed += length;
    }
    if (!c->data_in_output_filters)
        pour->handed = 0;
    else if (rv == APR_SUCCESS && (flush || pour->handed >= pour->most))
        rv = persist_pour_write(pour);
    return rv;
}

apr_status_t persist_pour_run(persist_pour_t *pour, apr_bucket_brigade *bb)
{
    conn_rec *c = pour->filter->c;
    apr_status_t rv = APR_SUCCESS;
    if (!pour->stuck && !c->data_in_output_filters)
        pour->passed +=
            (int64_t)persist_direct_write(c, pour->fd, bb, pour->most);
    while (rv == APR_SUCCESS && !pour->stuck && !APR_BRIGADE_EMPTY(bb)) {
        int flush = 0;
        rv = persist_backlog_move(bb, pour->piece, pour->most - pour->handed,
                                  &flush);
        if (rv == APR_SUCCESS)
            rv = hand_over(pour, flush);
    }
    return rv;
}

/* Passes one piece of bb and waits until it has been taken. */
static apr_status_t wait_for_piece(persist_pour_t *pour, apr_bucket_brigade *bb)
{
    int flush = 0;
    apr_status_t rv = persist_backlog_move(bb, pour->piece, pour->most, &flush);
    if (rv == APR_SUCCESS) {
        APR_BRIGADE_INSERT_TAIL(pour->piece,
                                apr_bucket_flush_create(bb->bucket_alloc));
        rv = ap_pass_brigade(pour->filter->next, pour->piece);
    }
    apr_brigade_cleanup(pour->piece);
    return rv;
}

/* The core waits for each piece, so the deadline is checked in between. */
apr_status_t persist_pour_wait(persist_pour_t *pour, apr_bucket_brigade *bb,
                               int64_t deadline)
{
    apr_status_t rv = APR_SUCCESS;
    while (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(bb)) {
        if (deadline && common_now_us() >= deadline)
            return APR_TIMEUP;
        rv = wait_for_piece(pour, bb);
        pour->stuck = 0;
        pour->handed = 0;
    }
    return rv;
}
