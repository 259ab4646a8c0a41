/* SPDX-License-Identifier: Apache-2.0 */
/* persist_wait.c: waits for a worker and watches the client meanwhile.
 *
 * HTTP/1: the client's socket is polled. At a restart the event MPM may close
 * it during the poll, so POLLNVAL counts as "client gone".
 *
 * HTTP/2: a stream has no socket of its own (the one that it shows is a dummy
 * that always reports HUP), so c->aborted is checked at short intervals.
 *
 * Why: docs/decisions/a-half-closed-client-may-be-waiting.md */

#include "exchange/persist_wait.h"
#include "exchange/persist_wait_slice.h"

#include <apr_portable.h>
#include <errno.h>
#include <http_core.h>
#include <poll.h>
#include <util_filter.h>

#ifndef POLLRDHUP /* without it a FIN shows as POLLIN and an empty read */
#define POLLRDHUP 0
#endif
#define DEAD (POLLHUP | POLLERR | POLLNVAL)

void persist_wait_init(persist_wait_t *wait, request_rec *r, int client_abort)
{
    conn_rec *c = r->connection;
    apr_os_sock_t fd = -1;
    apr_socket_t *socket = c->master ? NULL : ap_get_conn_socket(c);
    if (socket && apr_os_sock_get(&fd, socket) != APR_SUCCESS)
        fd = -1;
    *wait = (persist_wait_t){r, c, fd, client_abort, client_abort, 0};
}

void persist_wait_body_read(persist_wait_t *wait)
{
    wait->watch_fin = wait->client_abort;
    wait->read_ms = 0;
}

/* A FIN that is looked for means that the client has left, unless there are
 * unread bytes before it: the rest of a body, or the next request of a
 * pipeline. They may be in the socket or already in httpd's filters, so the
 * filters are asked. */
static int fin_is_end(const persist_wait_t *wait)
{
    apr_bucket_brigade *bb =
        apr_brigade_create(wait->r->pool, wait->c->bucket_alloc);
    apr_status_t rv = ap_get_brigade(wait->c->input_filters, bb,
                                     AP_MODE_SPECULATIVE, APR_NONBLOCK_READ, 1);
    int empty = rv != APR_SUCCESS || APR_BRIGADE_EMPTY(bb);
    apr_brigade_destroy(bb);
    return empty;
}

static int client_events(persist_wait_t *wait, short seen)
{
    if (wait->c->aborted || (seen & DEAD))
        return PERSIST_WAIT_GONE;
    int events = seen & POLLIN ? PERSIST_WAIT_CLIENT : 0;
    if (seen & POLLOUT)
        events |= PERSIST_WAIT_TAKES;
    if (seen & POLLRDHUP) {
        if (fin_is_end(wait))
            return PERSIST_WAIT_GONE;
        wait->watch_fin = 0;
    }
    return events;
}

/* A FIN stays readable. So the socket is polled for POLLRDHUP only until that
 * is understood, or after a read of the body, and for POLLIN only before a
 * read: else poll() would not sleep. */
static short client_interest(const persist_wait_t *wait, int what)
{
    short interest = wait->watch_fin ? POLLRDHUP : 0;
    if (what & PERSIST_WAIT_FOR_BODY)
        interest |= POLLIN;
    return what & PERSIST_WAIT_FOR_CLIENT ? interest | POLLOUT : interest;
}

int persist_wait_gone(persist_wait_t *wait)
{
    struct pollfd client = {wait->fd, client_interest(wait, 0), 0};
    if (wait->c->aborted)
        return 1;
    if (wait->fd < 0 || poll(&client, 1, 0) <= 0)
        return 0;
    return client_events(wait, client.revents) & PERSIST_WAIT_GONE;
}

/* Without a socket to poll, the end of a pause is the only sign that more of
 * the body may have come. */
static int blind_slice(persist_wait_t *wait, int what, int ms)
{
    int longest = PERSIST_WAIT_ABORTED_MS;
    if (what & PERSIST_WAIT_FOR_BODY)
        longest = wait->read_ms = persist_wait_longer(wait->read_ms);
    return ms < longest ? ms : longest;
}

int persist_wait_poll(persist_wait_t *wait, int worker, int what, int ms)
{
    int blind = wait->fd < 0;
    short room = what & PERSIST_WAIT_FOR_ROOM ? POLLOUT : 0;
    struct pollfd fds[2] = {
        {worker, POLLIN | room, 0},
        {wait->fd, client_interest(wait, what), 0},
    };
    int n = poll(fds, blind ? 1 : 2, blind ? blind_slice(wait, what, ms) : ms);
    if (n < 0)
        return errno == EINTR ? 0 : PERSIST_WAIT_WORKER;
    int events = client_events(wait, blind ? 0 : fds[1].revents);
    if (blind && (what & PERSIST_WAIT_FOR_BODY))
        events |= PERSIST_WAIT_CLIENT;
    if (fds[0].revents & (POLLIN | DEAD))
        events |= PERSIST_WAIT_WORKER;
    return events;
}
