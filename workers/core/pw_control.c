/* SPDX-License-Identifier: Apache-2.0 */
/* pw_control.c: the conversation with persistd. */

#include "pw_control.h"

#include "pw_block.h"
#include "pw_clone.h"
#include "pw_conn.h"
#include "pw_fd.h"
#include "pw_note.h"
#include "pw_orphan.h"
#include "pw_output.h"
#include "pw_stderr.h"
#include "pw_wake.h"
#include "pw_worker.h"

#include <signal.h>
#include <string.h>
#include <sys/socket.h>

/* With the lock held. */
static int send_ready(pw_conn_t *conn)
{
    const persist_worker_t *worker = conn->worker;
    wire_bytes_t items[PW_FILES_MAX];
    wire_ready_t ready = {
        .version = WIRE_VERSION,
        .sdk = {(const uint8_t *)worker->sdk, strlen(worker->sdk)},
        .features = WIRE_FEATURE_FILE | WIRE_FEATURE_FAULT |
                    (worker->clones ? WIRE_FEATURE_CLONE : 0) |
                    (worker->by_length ? WIRE_FEATURE_LENGTH : 0) |
                    (pw_worker_takes_ahead(worker) ? WIRE_FEATURE_AHEAD : 0),
        .capacity = worker->capacity,
        .signal =
            (uint64_t)(worker->signal ? worker->signal : pw_orphan_signal())};
    if (pw_block_list(worker->files, worker->files_len, items, PW_FILES_MAX,
                      &ready.files) < 0)
        return -1;
    return pw_output_now(conn, WIRE_READY, &ready);
}

/* Without a control connection nothing is sent: READY has the files for the
 * next persistd. */
void pw_control_files(persist_worker_t *worker)
{
    wire_bytes_t items[PW_FILES_MAX];
    wire_files_t files;
    if (!worker->control || worker->stopped)
        return;
    if (pw_block_list(worker->files, worker->files_len, items, PW_FILES_MAX,
                      &files.files) < 0 ||
        pw_output_now(worker->control, WIRE_FILES, &files) < 0)
        shutdown(worker->control->fd, SHUT_RDWR);
}

void pw_control_forget(persist_worker_t *worker)
{
    memset(worker->probed, 0, sizeof(worker->probed));
    worker->probes = 0;
}

/* The old control connection is only shut down here. The thread that holds it,
 * or gets its end of file as an event, closes it. */
int pw_control_adopt(pw_conn_t *conn)
{
    persist_worker_t *worker = conn->worker;
    pthread_mutex_lock(&worker->lock);
    pw_conn_t *old = worker->control;
    worker->control = conn;
    pw_control_forget(worker); /* PROBEs of the old connection */
    conn->role = PW_CONTROL;
    if (old)
        shutdown(old->fd, SHUT_RDWR);
    pw_orphan_adopted(conn->fd);
    int rc = send_ready(conn);
    if (rc == 0 && worker->leaving)
        rc = pw_output_now(conn, WIRE_LEAVING, NULL);
    pthread_mutex_unlock(&worker->lock);
    return rc;
}

void pw_control_leaving(persist_worker_t *worker)
{
    pthread_mutex_lock(&worker->lock);
    worker->leaving = 1;
    if (worker->control && !worker->stopped &&
        pw_output_now(worker->control, WIRE_LEAVING, NULL) < 0)
        shutdown(worker->control->fd, SHUT_RDWR);
    pthread_mutex_unlock(&worker->lock);
}

/* Has a request of the unit arrived that does not run yet? With one thread
 * there is none: the loop had nothing to do. Another thread may have taken the
 * event of such a request a moment ago. A listening socket that stays ready,
 * for want of descriptors, stops counting when all turns are over. With the
 * lock held. */
static int is_arriving(const persist_worker_t *worker, unsigned unit)
{
    if (worker->capacity == 1)
        return 0;
    if (worker->turns > 0 && pw_fd_readable(worker->listen_fd))
        return 1;
    return worker->accepting > 0 || pw_conn_unit_arrives(worker, unit);
}

/* Several PROBEs of a unit get one IDLE, so that an IDLE is hardly ever under
 * way when the unit is at work again. */
void pw_control_answer(persist_worker_t *worker)
{
    worker->asked = 0;
    pthread_mutex_lock(&worker->lock);
    for (unsigned unit = 0; worker->probes && unit < pw_worker_units(worker);
         unit++) {
        wire_idle_t idle = {unit};
        if (!worker->probed[unit] || pw_conn_unit_runs(worker, unit))
            continue;
        if (is_arriving(worker, unit)) {
            worker->asked = PW_PROBE_AGAIN;
            continue;
        }
        worker->probed[unit] = 0;
        worker->probes--;
        if (worker->control &&
            pw_output_now(worker->control, WIRE_IDLE, &idle) < 0)
            shutdown(worker->control->fd, SHUT_RDWR);
    }
    pthread_mutex_unlock(&worker->lock);
}

/* PROBE is not answered at once, because a request of the unit may have come
 * that is not yet taken in. The loop answers when it has nothing else to do, or
 * when it has had a turn for each descriptor that can be ready by now. */
static int on_probe(persist_worker_t *worker, const wire_probe_t *probe)
{
    if (probe->unit >= pw_worker_units(worker))
        return -1;
    pthread_mutex_lock(&worker->lock);
    worker->probes += !worker->probed[probe->unit];
    worker->probed[probe->unit] = 1;
    worker->turns = (int)worker->count + 2; /* 2: listening socket, wake pipe */
    pthread_mutex_unlock(&worker->lock);
    worker->asked = 1;
    return 0;
}

/* Returns 1 if the request was not late before. */
static int mark_late(persist_request_t *request)
{
    if (atomic_exchange(&request->late, 1))
        return 0;
    if (request->conn->worker->asynchronous)
        pw_note(request, PERSIST_LATE);
    return 1;
}

static int has_id(const persist_request_t *request, wire_bytes_t id)
{
    return strlen(request->id) == id.len &&
           memcmp(request->id, id.data, id.len) == 0;
}

/* The program may have checked persist_request_late() before this thread read
 * the frame, so the signal is sent again. */
static int on_deadline(persist_worker_t *worker,
                       const wire_deadline_t *deadline)
{
    int found = 0;
    pthread_mutex_lock(&worker->lock);
    for (unsigned i = 0; i < worker->count; i++)
        if (worker->conns[i]->running &&
            has_id(&worker->conns[i]->request, deadline->request_id))
            found |= mark_late(&worker->conns[i]->request);
    pthread_mutex_unlock(&worker->lock);
    if (found && worker->signal)
        pthread_kill(worker->opener, worker->signal);
    return 0;
}

static int on_stop(persist_worker_t *worker)
{
    worker->stopped = 1;
    pw_wake(worker);
    return 0;
}

int pw_control_frame(pw_conn_t *conn, const wire_message_t *message)
{
    persist_worker_t *worker = conn->worker;
    int rc = -1;
    switch (message->kind) {
    case WIRE_STOP:
        return on_stop(worker);
    case WIRE_DEADLINE:
        return on_deadline(worker, &message->as.deadline);
    case WIRE_PROBE:
        rc = on_probe(worker, &message->as.probe);
        break;
    case WIRE_FORK:
        return pw_clone_asked(worker);
    default:
        break;
    }
    if (rc < 0)
        pw_stderr_violation(wire_kind_name(message->kind));
    return rc;
}
