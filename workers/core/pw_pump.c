/* SPDX-License-Identifier: Apache-2.0 */
/* pw_pump.c: the asynchronous worker: a descriptor for the program's own event
 * loop, and a pump that never waits.
 * Why: docs/decisions/one-descriptor-and-a-pump.md */

#include "persist/worker.h"

#include "pw_control.h"
#include "pw_note.h"
#include "pw_poller.h"
#include "pw_request.h"
#include "pw_send.h"
#include "pw_turn.h"
#include "pw_wake.h"
#include "pw_worker.h"

#include <errno.h>

int persist_worker_fd(persist_worker_t *worker)
{
    int fd = pw_poller_fd(&worker->poller);
    if (fd < 0)
        return -1;
    worker->asynchronous = 1;
    worker->entered = 1;
    worker->clones = 0;
    return fd;
}

/* The program's descriptor shows that the listening socket is ready, so it is
 * tried again. */
static void hear_again(persist_worker_t *worker)
{
    if (worker->deaf && pw_poller_add(&worker->poller, worker->listen_fd,
                                      PW_TAG_LISTEN, PW_LEVEL) == 0)
        worker->deaf = 0;
}

/* What there is to report without a turn of the loop. */
static unsigned noted(persist_worker_t *worker, persist_request_t **request)
{
    unsigned news = pw_note_take(worker, request);
    if (news || !worker->stopped || worker->told)
        return news;
    worker->leaving = 1; /* further requests are refused */
    worker->told = 1;
    return PERSIST_STOP;
}

int persist_worker_pump(persist_worker_t *worker, persist_request_t **request)
{
    pw_event_t event;
    unsigned news;
    int n = 1;
    *request = NULL;
    hear_again(worker);
    while ((news = noted(worker, request)) == 0 && n > 0) {
        n = pw_turn(worker, 0, &event, request);
        if (*request)
            return PERSIST_NEW;
    }
    if (news)
        return (int)news;
    if (n < 0)
        return -1;
    pw_poller_rest(&worker->poller);
    return worker->deaf ? PERSIST_PAUSE : 0;
}

/* The next request may have come already. The descriptor shows that there is
 * something to report. */
void persist_request_close(persist_request_t *request)
{
    persist_worker_t *worker = request->conn->worker;
    request->news = 0;
    persist_request_t *next = pw_turn_back(request);
    if (next)
        pw_note(next, PERSIST_NEW);
    if (next || worker->asked)
        pw_wake(worker);
}

void persist_request_set_context(persist_request_t *request, void *context)
{
    request->context = context;
}

void *persist_request_context(const persist_request_t *request)
{
    return request->context;
}

size_t persist_request_unsent(const persist_request_t *request)
{
    return pw_send_unsent(request->conn);
}
