/* SPDX-License-Identifier: Apache-2.0 */
/* pw_clone_make.h: makes the process of a clone, and a worker of it. */

#ifndef PW_CLONE_MAKE_H
#define PW_CLONE_MAKE_H

#include "persist/worker.h"

/* For a program with hooks: makes the clone. Returns in both processes; a clone
 * that fails exits instead. */
void pw_clone_make(persist_worker_t *worker);

#endif /* PW_CLONE_MAKE_H */
