/* SPDX-License-Identifier: Apache-2.0 */
/* pw_orphan.h: the orphan watch. A signal handler ends a worker that has had no
 * persistd for PERSIST_ORPHAN_SECONDS (30), even when the script hangs. The
 * same signal also reports traffic on the control connection. */

#ifndef PW_ORPHAN_H
#define PW_ORPHAN_H

#include "persist/worker.h"

/* Installs the handler and starts the timer for worker, which has no control
 * connection yet. Returns 0, or -1 with errno. */
int pw_orphan_start(persist_worker_t *worker);

/* Stops the timer and closes stashed descriptors. The handler stays installed,
 * because a signal may be pending; it does nothing then. */
void pw_orphan_stop(void);

/* The same in a forked child, which has no timer: the watch has no worker any
 * more. */
void pw_orphan_forget(void);

/* The loop has the control connection fd now: resets the timer and has the
 * kernel send the signal for each event on fd. If that fails, a line is
 * logged. */
void pw_orphan_adopted(int fd);

/* The loop has no control connection any more: starts the timer. */
void pw_orphan_closed(void);

/* Takes one descriptor that the handler accepted out of the stash. Returns it,
 * the caller's now, or -1 when the stash is empty. */
int pw_orphan_stashed(void);

/* Returns the number of the watch's real-time signal. READY names it unless the
 * program has a signal of its own. */
int pw_orphan_signal(void);

#endif /* PW_ORPHAN_H */
