/* SPDX-License-Identifier: Apache-2.0 */
/* capacity.c: counts places, for all pools and for one pool. */

#include "pool/capacity.h"

uint32_t capacity_room(const persistd_t *pd)
{
    uint32_t most = pd->settings.max_workers;
    if (!pd->settings.known || pd->stopping)
        return 0;
    if (most > pd->table->sizes.slots)
        most = pd->table->sizes.slots;
    return most > pd->places ? most - pd->places : 0;
}

uint32_t capacity_seats(const pool_t *pool)
{
    uint32_t taken = pool_workers(pool);
    return taken < SLOTS_POOL_SLOTS ? SLOTS_POOL_SLOTS - taken : 0;
}

int capacity_is_coming(const worker_t *worker, int64_t now)
{
    return worker->state > WORKER_READY &&
           now - worker->since < PREEMPT_LEAVE_US;
}

uint32_t capacity_coming(const persistd_t *pd, int64_t now)
{
    uint32_t count = 0;
    if (pd->going == 0)
        return 0;
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        if (capacity_is_coming(worker, now))
            count += worker->places;
    return count;
}

uint32_t capacity_unsettled(const persistd_t *pd, uint32_t room, int64_t now)
{
    return capacity_coming(pd, now) + capacity_room(pd) - room;
}
