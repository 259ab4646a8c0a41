/* SPDX-License-Identifier: Apache-2.0 */
/* pw_fork.h: the one worker of this process, and the fork(2) handlers that
 * close its descriptors in child processes. */

#ifndef PW_FORK_H
#define PW_FORK_H

#include "persist/worker.h"

/* Makes worker the worker of this process and, on the first call, registers the
 * fork handlers. Returns 0, or -1 with errno from pthread_atfork(3). */
int pw_fork_guard(persist_worker_t *worker);

/* This process has no worker any more. The handlers then do nothing. */
void pw_fork_release(void);

/* Returns the worker of this process; NULL if there is none, as in a forked
 * child. */
persist_worker_t *pw_fork_worker(void);

#endif /* PW_FORK_H */
