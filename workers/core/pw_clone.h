/* SPDX-License-Identifier: Apache-2.0 */
/* pw_clone.h: persistd's order (FORK) to make a clone: whether it can be done
 * now, and the answer (CLONED). pw_clone_make.c then makes the process. */

#ifndef PW_CLONE_H
#define PW_CLONE_H

#include "persist/worker.h"

/* Sets the clone's descriptors in a new worker to none. */
void pw_clone_init(persist_worker_t *worker);

/* Takes over count (at most PW_PASSED) descriptors that have come on the
 * control connection. They belong to the next FORK; older ones are closed. */
void pw_clone_take(persist_worker_t *worker, const int *fds, int count);

/* FORK has come: sets fork_asked for the loop, or refuses if the program allows
 * no clones or has several units. Returns 0, or -1 when the answer could not
 * be sent: the control connection is broken then. */
int pw_clone_asked(persist_worker_t *worker);

/* In the loop, with fork_asked set. Returns 1 if the clone can be made now;
 * else refuses the order and returns 0. */
int pw_clone_may(persist_worker_t *worker);

/* Sends CLONED, with refused 0 (there is a clone) or 1, and closes the passed
 * descriptors. Returns 0, or -1 when it could not be sent. */
int pw_clone_answer(persist_worker_t *worker, int refused);

#endif /* PW_CLONE_H */
