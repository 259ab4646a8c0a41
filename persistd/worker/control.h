/* SPDX-License-Identifier: Apache-2.0 */
/* control.h: the control connection to a worker. */

#ifndef CONTROL_H
#define CONTROL_H

#include "state/worker.h"

/* Connects and sends OPEN. Returns 0, or -1 with errno. */
int control_connect(worker_t *worker);

/* The same. A connection that can't be made now is tried again with the next
 * look; a worker that no longer listens is killed, unless it ends by itself. */
void control_open(worker_t *worker);

/* The worker has broken the protocol: it is heard no more, and killed. what: is
 * logged, and kept. */
void control_break(worker_t *worker, const char *what);

/* True for the errno of a socket that no worker of ours listens on any more;
 * others (EAGAIN: a full backlog) say nothing about the worker. */
int control_is_dead(int error);

#endif /* CONTROL_H */
