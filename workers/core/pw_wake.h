/* SPDX-License-Identifier: Apache-2.0 */
/* pw_wake.h: ends the wait of a thread in persist_worker_next(). */

#ifndef PW_WAKE_H
#define PW_WAKE_H

#include "persist/worker.h"

/* Makes a thread that waits in the loop check the worker's flags and the orphan
 * watch's stash. Any thread; async-signal-safe. */
void pw_wake(persist_worker_t *worker);

#endif /* PW_WAKE_H */
