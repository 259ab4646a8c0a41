/* SPDX-License-Identifier: Apache-2.0 */
/* pw_conn.c: the table of connections, and which thread holds which. */

#include "pw_conn.h"

#include "pw_orphan.h"
#include "pw_output.h"
#include "pw_poller.h"
#include "pw_worker.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* With the lock held. */
static pw_conn_t *create(persist_worker_t *worker)
{
    pw_conn_t *conn = calloc(1, sizeof(*conn));
    if (!conn)
        return NULL;
    conn->worker = worker;
    conn->index = worker->count;
    conn->fd = -1;
    conn->passed = -1;
    conn->request.conn = conn;
    wire_reader_init(&conn->reader);
    msgpack_sbuffer_init(&conn->out);
    msgpack_sbuffer_init(&conn->kept);
    worker->conns[worker->count] = conn;
    worker->count++;
    return conn;
}

/* With the lock held. Returns a free record, a new one if need be. */
static pw_conn_t *find_free(persist_worker_t *worker)
{
    for (unsigned i = 0; i < worker->count; i++)
        if (worker->conns[i]->fd < 0 && !worker->conns[i]->busy)
            return worker->conns[i];
    if (worker->count == PW_CONNS_MAX) {
        errno = EMFILE;
        return NULL;
    }
    return create(worker);
}

pw_conn_t *pw_conn_open(persist_worker_t *worker, int fd)
{
    pthread_mutex_lock(&worker->lock);
    pw_conn_t *conn = find_free(worker);
    if (conn) {
        conn->generation++;
        if (pw_poller_add(&worker->poller, fd, pw_conn_tag(conn), PW_EDGE) < 0)
            conn = NULL;
    }
    if (conn) {
        conn->role = PW_NEW;
        conn->unit = 0;
        conn->busy = 1;
        conn->edge = conn->broken = 0;
        conn->features = 0;
        conn->token = NULL;
        conn->request.answer = PW_ENDED;
        conn->fd = fd;
    } else {
        close(fd);
    }
    pthread_mutex_unlock(&worker->lock);
    return conn;
}

pw_conn_t *pw_conn_find(persist_worker_t *worker, uint64_t tag)
{
    uint32_t index = (uint32_t)(tag >> 32);
    pw_conn_t *conn = index < worker->count ? worker->conns[index] : NULL;
    if (conn && conn->fd >= 0 && conn->generation == (uint32_t)tag)
        return conn;
    return NULL;
}

pw_conn_t *pw_conn_take(persist_worker_t *worker, uint64_t tag)
{
    pw_conn_t *taken = NULL;
    pthread_mutex_lock(&worker->lock);
    pw_conn_t *conn = pw_conn_find(worker, tag);
    if (conn) {
        if (conn->busy)
            conn->edge = 1; /* the holder reads on */
        else
            taken = conn;
        conn->busy = 1;
    }
    pthread_mutex_unlock(&worker->lock);
    return taken;
}

/* With the lock held. Most connections are idle most of the time, so a buffer
 * that a large frame needed is freed. */
static int rest(pw_conn_t *conn)
{
    if (conn->edge) {
        conn->edge = 0;
        return 0;
    }
    wire_reader_shrink(&conn->reader);
    conn->busy = 0;
    pw_poller_resume(&conn->worker->poller, conn->fd);
    return 1;
}

int pw_conn_rest(pw_conn_t *conn)
{
    pthread_mutex_lock(&conn->worker->lock);
    int rests = rest(conn);
    pthread_mutex_unlock(&conn->worker->lock);
    return rests;
}

void pw_conn_accept_token(pw_conn_t *conn, int fd)
{
    pthread_mutex_lock(&conn->worker->lock);
    if (!conn->token)
        conn->token = wire_token_map(fd);
    pthread_mutex_unlock(&conn->worker->lock);
}

void pw_conn_drop_token(pw_conn_t *conn)
{
    wire_token_drop(conn->token);
    conn->token = NULL;
}

/* With the lock held. */
static void leave_control(persist_worker_t *worker)
{
    worker->control = NULL;
    pw_orphan_closed();
}

/* The buffers are freed, too: a worker may once have had many connections, and
 * the records stay. */
void pw_conn_close(pw_conn_t *conn)
{
    persist_worker_t *worker = conn->worker;
    wire_reader_destroy(&conn->reader);
    pw_output_drop(conn);
    pthread_mutex_lock(&worker->lock);
    pw_conn_drop_token(conn);
    msgpack_sbuffer_destroy(&conn->out);
    msgpack_sbuffer_init(&conn->out);
    if (conn->fd >= 0) {
        if (worker->control == conn)
            leave_control(worker);
        pw_poller_remove(&worker->poller, conn->fd);
        close(conn->fd);
        conn->fd = -1;
    }
    conn->busy = 0;
    pthread_mutex_unlock(&worker->lock);
}

void pw_conn_forget(pw_conn_t *conn)
{
    wire_reader_destroy(&conn->reader);
    wire_reader_init(&conn->reader);
    pw_output_drop(conn);
    conn->busy = conn->edge = conn->broken = 0;
}

void pw_conn_run(pw_conn_t *conn)
{
    pthread_mutex_lock(&conn->worker->lock);
    conn->running = 1;
    conn->worker->running++;
    pthread_mutex_unlock(&conn->worker->lock);
}

int pw_conn_unit_runs(const persist_worker_t *worker, unsigned unit)
{
    for (unsigned i = 0; i < worker->count; i++)
        if (worker->conns[i]->running && worker->conns[i]->unit == unit)
            return 1;
    return 0;
}

/* A new connection has not named its unit yet. */
static int may_be_of(const pw_conn_t *conn, unsigned unit)
{
    return conn->fd >= 0 && (conn->role == PW_NEW ||
                             (conn->role == PW_DATA && conn->unit == unit));
}

int pw_conn_unit_arrives(const persist_worker_t *worker, unsigned unit)
{
    for (unsigned i = 0; i < worker->count; i++) {
        const pw_conn_t *conn = worker->conns[i];
        char byte;
        if (may_be_of(conn, unit) && !conn->running &&
            (conn->busy ||
             recv(conn->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0))
            return 1;
    }
    return 0;
}

int pw_conn_done(pw_conn_t *conn)
{
    persist_worker_t *worker = conn->worker;
    int more = wire_reader_pending(&conn->reader) > 0;
    int broken = conn->broken; /* after rest() another thread may hold conn */
    pthread_mutex_lock(&worker->lock);
    if (conn->running) {
        conn->running = 0;
        worker->served++;
        if (--worker->running == 0 && worker->stopped)
            pthread_cond_broadcast(&worker->idle);
        if (worker->probed[conn->unit])
            worker->asked = 1;
    }
    if (!more && !broken)
        more = !rest(conn);
    pthread_mutex_unlock(&worker->lock);
    if (broken) {
        pw_conn_close(conn);
        return 0;
    }
    return more;
}
