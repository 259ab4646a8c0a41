/* SPDX-License-Identifier: Apache-2.0 */
/* pw_control.h: the conversation with persistd. Any thread may read from the
 * control connection. A new persistd may connect at any time: the newest
 * control connection counts. */

#ifndef PW_CONTROL_H
#define PW_CONTROL_H

#include "persist/worker.h"
#include "pw_conn.h"
#include "wire_message.h"

/* Makes conn, whose OPEN has been read, the control connection and sends READY.
 * Returns 0, or -1 when the caller must close it. */
int pw_control_adopt(pw_conn_t *conn);

/* With the lock held, or in a clone: no PROBE waits for an answer any more. */
void pw_control_forget(persist_worker_t *worker);

/* Acts on a message of persistd; the caller holds conn. Returns 0, or -1 when
 * the caller must close the connection. */
int pw_control_frame(pw_conn_t *conn, const wire_message_t *message);

/* Answers the PROBEs of all units whose requests are over, by IDLE. To be
 * called when all that had arrived before them has been taken in. */
void pw_control_answer(persist_worker_t *worker);

/* Sends LEAVING. Requests that come from now on are refused. */
void pw_control_leaving(persist_worker_t *worker);

/* Sends the list of loaded files (FILES). With the worker's lock held. */
void pw_control_files(persist_worker_t *worker);

#endif /* PW_CONTROL_H */
