/* SPDX-License-Identifier: Apache-2.0 */
/* pw_clone.c: persistd's order to make a clone of this process: whether it is
 * possible now, and the answer.
 * Why: docs/decisions/clones.md */

#include "pw_clone.h"

#include "pw_fd.h"
#include "pw_output.h"
#include "pw_worker.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

int persist_worker_clones(persist_worker_t *worker, unsigned requests,
                          const persist_clone_hooks_t *hooks)
{
    if (worker->entered) {
        errno = EBUSY;
        return -1;
    }
    worker->clones = 1;
    worker->clones_after = requests;
    if (hooks)
        worker->hooks = *hooks;
    worker->forks_itself = hooks != NULL;
    return 0;
}

/* persistd shuts the socket down when it gives the clone up. */
static int is_wanted(int listener)
{
    struct pollfd set = {.fd = listener};
    return pw_fd_is_listener(listener) &&
           (poll(&set, 1, 0) == 0 || !(set.revents & POLLHUP));
}

static void drop_passed(persist_worker_t *worker)
{
    for (int i = 0; i < PW_PASSED; i++) {
        if (worker->passed[i] >= 0)
            close(worker->passed[i]);
        worker->passed[i] = -1;
    }
}

void pw_clone_init(persist_worker_t *worker)
{
    worker->passed[0] = worker->passed[1] = worker->clone_pipe = -1;
}

void pw_clone_take(persist_worker_t *worker, const int *fds, int count)
{
    drop_passed(worker);
    for (int i = 0; i < count; i++)
        worker->passed[i] = fds[i];
}

int pw_clone_answer(persist_worker_t *worker, int refused)
{
    const wire_cloned_t cloned = {(uint64_t)refused};
    int rc = 0;
    drop_passed(worker);
    worker->fork_asked = 0;
    pthread_mutex_lock(&worker->lock);
    if (worker->control)
        rc = pw_output_now(worker->control, WIRE_CLONED, &cloned);
    pthread_mutex_unlock(&worker->lock);
    return rc;
}

/* FORK may be read in the middle of a request. The loop makes the clone after
 * that. */
int pw_clone_asked(persist_worker_t *worker)
{
    if (!worker->clones || worker->capacity > 1)
        return pw_clone_answer(worker, 1);
    worker->fork_asked = 1;
    return 0;
}

int pw_clone_may(persist_worker_t *worker)
{
    int good = worker->running == 0 && !worker->leaving && !worker->stopped &&
               worker->served >= worker->clones_after &&
               worker->passed[1] >= 0 && is_wanted(worker->passed[0]);
    if (!good)
        pw_clone_answer(worker, 1);
    return good;
}
