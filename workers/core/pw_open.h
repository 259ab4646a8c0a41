/* SPDX-License-Identifier: Apache-2.0 */
/* pw_open.h: all that a worker needs around its listening socket. */

#ifndef PW_OPEN_H
#define PW_OPEN_H

#include "persist/worker.h"

/* Prepares worker->listen_fd, and makes the wake pipe, the poller, the fork
 * guard and the orphan watch. Returns 0, or -1 with errno and with nothing made
 * left behind. */
int pw_open_prepare(persist_worker_t *worker);

#endif /* PW_OPEN_H */
