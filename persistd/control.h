/* SPDX-License-Identifier: Apache-2.0 */
/* control.h: the control connection to a worker. */

#ifndef CONTROL_H
#define CONTROL_H

#include "worker.h"

/* Connects and sends OPEN. A connection that can't be made now is tried again
 * by the clock; a worker that no longer listens is killed. */
void control_open(worker_t *worker);

#endif /* CONTROL_H */
