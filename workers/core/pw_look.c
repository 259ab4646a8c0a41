/* SPDX-License-Identifier: Apache-2.0 */
/* pw_look.c: takes in what persistd sends while the script works at requests
 * and no thread waits in the loop. */

#include "persist/worker.h"

#include "pw_conn.h"
#include "pw_fd.h"
#include "pw_input.h"
#include "pw_wake.h"
#include "pw_worker.h"

static void look(persist_worker_t *worker)
{
    if (!atomic_exchange(&worker->attention, 0))
        return;
    pw_conn_t *conn = NULL;
    pthread_mutex_lock(&worker->lock);
    if (worker->control && worker->control->busy)
        worker->control->edge = 1;
    else if (worker->control)
        conn = worker->control;
    if (conn)
        conn->busy = 1;
    pthread_mutex_unlock(&worker->lock);
    if (conn)
        pw_input(conn, 0);
    if (worker->asked || worker->first_noted)
        pw_wake(worker); /* a thread answers the PROBE; the pump reports */
}

void persist_worker_look(persist_worker_t *worker)
{
    worker->attention = 1;
    look(worker);
}

/* A script that asks is likely to work on for a while, so what is held back is
 * sent. */
int persist_request_cancelled(persist_request_t *request)
{
    look(request->conn->worker);
    persist_request_flush(request);
    return request->late || request->answer == PW_LOST ||
           pw_fd_hung_up(request->conn->fd);
}
