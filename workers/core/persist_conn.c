/* SPDX-License-Identifier: Apache-2.0 */
/* persist_conn.c: the table of connections, and who holds which. */

#include "persist_private.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static uint64_t tag_of(const persist_conn_t *conn)
{
    return (uint64_t)conn->index << 32 | conn->generation;
}

/* With the lock held. */
static persist_conn_t *create(persist_worker_t *worker)
{
    persist_conn_t *conn = calloc(1, sizeof(*conn));
    if (!conn)
        return NULL;
    conn->worker = worker;
    conn->index = worker->count;
    conn->fd = -1;
    conn->passed = -1;
    conn->request.conn = conn;
    wire_reader_init(&conn->reader);
    msgpack_sbuffer_init(&conn->out);
    worker->conns[worker->count] = conn;
    worker->count++;
    return conn;
}

/* With the lock held: one that is free. */
static persist_conn_t *find_free(persist_worker_t *worker)
{
    for (unsigned i = 0; i < worker->count; i++)
        if (worker->conns[i]->fd < 0 && !worker->conns[i]->busy)
            return worker->conns[i];
    if (worker->count == PERSIST_CONNS_MAX) {
        errno = EMFILE;
        return NULL;
    }
    return create(worker);
}

persist_conn_t *persist_conn_open(persist_worker_t *worker, int fd)
{
    pthread_mutex_lock(&worker->lock);
    persist_conn_t *conn = find_free(worker);
    if (conn) {
        conn->generation++;
        if (persist_poller_add(&worker->poller, fd, tag_of(conn),
                               PERSIST_POLL_EDGE) < 0)
            conn = NULL;
    }
    if (conn) {
        conn->role = PERSIST_NEW;
        conn->unit = 0;
        conn->busy = 1;
        conn->edge = conn->broken = conn->takes_files = 0;
        conn->request.answer = PERSIST_ENDED;
        conn->fd = fd;
    } else {
        close(fd);
    }
    pthread_mutex_unlock(&worker->lock);
    return conn;
}

persist_conn_t *persist_conn_take(persist_worker_t *worker, uint64_t tag)
{
    uint32_t index = (uint32_t)(tag >> 32);
    persist_conn_t *taken = NULL;
    pthread_mutex_lock(&worker->lock);
    persist_conn_t *conn = index < worker->count ? worker->conns[index] : NULL;
    if (conn && conn->fd >= 0 && conn->generation == (uint32_t)tag) {
        if (conn->busy)
            conn->edge = 1; /* the holder will see to it */
        else
            taken = conn;
        conn->busy = 1;
    }
    pthread_mutex_unlock(&worker->lock);
    return taken;
}

/* With the lock held. Most connections rest most of the time: without the
 * buffer that a large frame needed. */
static int rest(persist_conn_t *conn)
{
    if (conn->edge) {
        conn->edge = 0;
        return 0;
    }
    wire_reader_shrink(&conn->reader);
    conn->busy = 0;
    persist_poller_resume(&conn->worker->poller, conn->fd);
    return 1;
}

int persist_conn_rest(persist_conn_t *conn)
{
    pthread_mutex_lock(&conn->worker->lock);
    int rests = rest(conn);
    pthread_mutex_unlock(&conn->worker->lock);
    return rests;
}

/* The buffers go too: a worker may have seen many connections at a time. */
void persist_conn_close(persist_conn_t *conn)
{
    persist_worker_t *worker = conn->worker;
    wire_reader_destroy(&conn->reader);
    persist_output_drop(conn);
    pthread_mutex_lock(&worker->lock);
    msgpack_sbuffer_destroy(&conn->out);
    msgpack_sbuffer_init(&conn->out);
    if (conn->fd >= 0) {
        if (worker->control == conn)
            persist_control_lost(worker);
        persist_poller_remove(&worker->poller, conn->fd);
        close(conn->fd);
        conn->fd = -1;
    }
    conn->busy = 0;
    pthread_mutex_unlock(&worker->lock);
}

void persist_conn_forget(persist_conn_t *conn)
{
    wire_reader_destroy(&conn->reader);
    wire_reader_init(&conn->reader);
    persist_output_drop(conn);
    conn->busy = conn->edge = conn->broken = 0;
}

void persist_conn_run(persist_conn_t *conn)
{
    pthread_mutex_lock(&conn->worker->lock);
    conn->running = 1;
    conn->worker->running++;
    pthread_mutex_unlock(&conn->worker->lock);
}

int persist_conn_unit_runs(const persist_worker_t *worker, unsigned unit)
{
    for (unsigned i = 0; i < worker->count; i++)
        if (worker->conns[i]->running && worker->conns[i]->unit == unit)
            return 1;
    return 0;
}

int persist_conn_done(persist_conn_t *conn)
{
    persist_worker_t *worker = conn->worker;
    int more = wire_reader_pending(&conn->reader) > 0;
    int broken = conn->broken; /* another thread's, once it rests */
    pthread_mutex_lock(&worker->lock);
    if (conn->running) {
        conn->running = 0;
        worker->served++;
        if (--worker->running == 0 && worker->stopped)
            pthread_cond_broadcast(&worker->idle);
        if (worker->probes & 1u << conn->unit)
            worker->asked = 1;
    }
    if (!more && !broken)
        more = !rest(conn);
    pthread_mutex_unlock(&worker->lock);
    if (broken) {
        persist_conn_close(conn);
        return 0;
    }
    return more;
}
