/* SPDX-License-Identifier: Apache-2.0 */
/* control.h: the control connection to a worker. */

#ifndef CONTROL_H
#define CONTROL_H

#include "state/worker.h"

/* Connects and sends OPEN. Returns 0, or -1 with errno. */
int control_connect(worker_t *worker);

/* Connects, too. If that is not possible now, the next tick tries again. A
 * worker that no longer listens is killed, unless it ends by itself. */
void control_open(worker_t *worker);

/* The worker has violated the protocol: its connection is closed and it is
 * killed. what: the violation; it is logged, and kept. */
void control_break(worker_t *worker, const char *what);

/* True for the errno of a socket on which no worker of ours listens any more.
 * Other errors (EAGAIN: the backlog is full) say nothing about the worker. */
int control_is_dead(int error);

#endif /* CONTROL_H */
