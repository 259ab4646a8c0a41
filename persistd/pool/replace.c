/* SPDX-License-Identifier: Apache-2.0 */
/* replace.c: marks workers as worn by order, and chooses the worn worker that
 * leaves first. */

#include "pool/replace.h"

#include "base/log.h"
#include "worker/leave.h"

void replace_retire_worn(pool_t *pool)
{
    worker_t *oldest = NULL;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        if (worker->state == WORKER_READY && worker->worn &&
            (!oldest || worker->since < oldest->since))
            oldest = worker;
    if (!oldest)
        return;
    log_debug("pool %s: pid %ld leaves: it is replaced because of %s",
              worker_script(oldest), (long)oldest->pid,
              wear_text(oldest->worn));
    worker_leave(oldest);
}

/* A worker that is not READY may already have what the order wants to get rid
 * of, so it leaves at once. */
uint32_t replace_all(pool_t *pool)
{
    uint32_t count = 0;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next) {
        if (worker->state > WORKER_READY)
            continue;
        worker->worn = WEAR_ORDER;
        count++;
        if (worker->state == WORKER_STARTING)
            worker_leave(worker);
    }
    return count;
}

void replace_cancel(pool_t *pool)
{
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        if (worker->state == WORKER_READY && worker->worn == WEAR_ORDER)
            worker->worn = WEAR_NONE;
}
