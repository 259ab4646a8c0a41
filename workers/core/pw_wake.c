/* SPDX-License-Identifier: Apache-2.0 */
/* pw_wake.c: the pipe that ends waits in the loop. */

#include "pw_wake.h"

#include "pw_worker.h"

#include <unistd.h>

void pw_wake(persist_worker_t *worker)
{
    ssize_t n = write(worker->wake[1], "", 1);
    (void)n; /* a full pipe: the threads are awake */
}
