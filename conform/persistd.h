/* SPDX-License-Identifier: Apache-2.0 */
/* persistd.h: plays persistd on the control connection. */

#ifndef CONFORM_PERSISTD_H
#define CONFORM_PERSISTD_H

#include "conn.h"

/* Starts a worker if there is none, and a control connection. 0, or -1 when the
 * worker did not start; play->why says why. */
int persistd_begin(play_t *play);

/* Connects to who listens on the path, and takes READY; the connection is not
 * yet the play's control connection. */
conn_t *persistd_connect(play_t *play, const char *path);
/* The same to the worker, in place of the one before. */
conn_t *persistd_adopt(play_t *play);

/* Take the next message but FILES and a READY that is said again, which may
 * come at any time. persistd_is_silent(): whether no other comes for so long.
 */
wire_kind_t persistd_take(conn_t *control);
void persistd_take_kind(conn_t *control, wire_kind_t kind, const char *what);
int persistd_is_silent(conn_t *control, int ms);

/* Fails when something comes within this time; when is a part of the complaint:
 * IDLE comes "unasked". */
void persistd_stays_quiet(play_t *play, int ms, const char *when);

void persistd_probe(conn_t *control, unsigned unit);
/* PROBE, and IDLE within the patience. */
void persistd_take_idle(conn_t *control, unsigned unit);
/* DEADLINE for this request, and the signal that READY named. */
void persistd_late(play_t *play, const char *request_id);
/* Waits for the worker's end, which must be of status 0. */
void persistd_reap(play_t *play, const char *what);

#endif /* CONFORM_PERSISTD_H */
