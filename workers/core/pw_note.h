/* SPDX-License-Identifier: Apache-2.0 */
/* pw_note.h: what has happened to requests of an asynchronous worker since they
 * were handed out, until the pump reports it. */

#ifndef PW_NOTE_H
#define PW_NOTE_H

#include "persist/worker.h"
#include "pw_poller.h"

/* Adds bits of enum persist_news to what is to be reported of the request. */
void pw_note(persist_request_t *request, unsigned news);

/* Notes what an event on a connection means for the request that the program
 * works at. Returns 1 if there is one, else 0: the event is for the loop. */
int pw_note_event(persist_worker_t *worker, const pw_event_t *event);

/* Takes the news of one request. Returns them with *request set, or 0. */
unsigned pw_note_take(persist_worker_t *worker, persist_request_t **request);

#endif /* PW_NOTE_H */
