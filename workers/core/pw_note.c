/* SPDX-License-Identifier: Apache-2.0 */
/* pw_note.c: the list of requests that have news for the program. Only the
 * thread that calls the pump uses it. */

#include "pw_note.h"

#include "pw_conn.h"
#include "pw_send.h"
#include "pw_worker.h"

void pw_note(persist_request_t *request, unsigned news)
{
    persist_worker_t *worker = request->conn->worker;
    request->news |= news;
    if (request->noted)
        return;
    request->noted = 1;
    request->next_noted = NULL;
    if (worker->first_noted)
        worker->last_noted->next_noted = request;
    else
        worker->first_noted = request;
    worker->last_noted = request;
}

/* If a send has failed, the next one of the program will, too. */
static unsigned news_of(pw_conn_t *conn, const pw_event_t *event)
{
    unsigned news = event->input ? PERSIST_INPUT : 0;
    if (event->hangup)
        news |= PERSIST_INPUT | PERSIST_GONE;
    if (event->room && pw_send_kept(conn) != 0)
        news |= PERSIST_SENT;
    return news;
}

int pw_note_event(persist_worker_t *worker, const pw_event_t *event)
{
    pw_conn_t *conn =
        worker->asynchronous ? pw_conn_find(worker, event->tag) : NULL;
    unsigned news = conn ? news_of(conn, event) : 0;
    if (!conn || !conn->running)
        return 0;
    if (news & PERSIST_INPUT)
        conn->edge = 1;
    if (news)
        pw_note(&conn->request, news);
    return 1;
}

/* A request without news was given back meanwhile. */
unsigned pw_note_take(persist_worker_t *worker, persist_request_t **request)
{
    persist_request_t *noted;
    while ((noted = worker->first_noted)) {
        unsigned news = noted->news;
        worker->first_noted = noted->next_noted;
        noted->noted = 0;
        noted->news = 0;
        if (news) {
            *request = noted;
            return news;
        }
    }
    return 0;
}
