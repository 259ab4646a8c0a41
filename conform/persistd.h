/* SPDX-License-Identifier: Apache-2.0 */
/* persistd.h: plays persistd on the control connection. */

#ifndef CONFORM_PERSISTD_H
#define CONFORM_PERSISTD_H

#include "conn.h"

/* Starts a worker if none runs, and opens the control connection if there is
 * none. Returns 0, or -1 with the reason in play->why. */
int persistd_begin(play_t *play);

/* Opens a control connection to the process that listens on the path, and takes
 * READY. It does not become play->control. */
conn_t *persistd_connect(play_t *play, const char *path);
/* Opens a new control connection to the worker, and closes the previous one. */
conn_t *persistd_adopt(play_t *play);

/* Takes the next message. FILES and a repeated READY, which may come at any
 * time, are skipped, here and in the functions below. */
wire_kind_t persistd_take(conn_t *control);
/* Takes the next message, and fails the rule if it is of another kind. */
void persistd_take_kind(conn_t *control, wire_kind_t kind, const char *what);
/* Whether no message arrives within the time. */
int persistd_is_silent(conn_t *control, int ms);

/* Fails the rule if a message arrives within the time. when ends the failure's
 * text: "IDLE comes unasked". */
void persistd_stays_quiet(play_t *play, int ms, const char *when);

void persistd_probe(conn_t *control, unsigned unit);
/* Takes IDLE of this unit, the answer to PROBE. */
void persistd_take_idle(conn_t *control, unsigned unit);
/* Sends DEADLINE, and the signal that READY named. */
void persistd_late(play_t *play, const char *request_id);
/* Waits for the worker's end, and fails the rule unless its status is 0. */
void persistd_reap(play_t *play, const char *what);

#endif /* CONFORM_PERSISTD_H */
