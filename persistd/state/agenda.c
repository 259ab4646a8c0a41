/* SPDX-License-Identifier: Apache-2.0 */
/* agenda.c: sets marks. */

#include "state/agenda.h"

#include "state/pool.h"
#include "state/worker.h"

void agenda_at(persistd_t *pd, int64_t when)
{
    if (when < pd->agenda.due)
        pd->agenda.due = when;
}

void agenda_worker(worker_t *worker)
{
    worker->marked = 1;
    worker->pd->agenda.workers = 1;
    worker->pd->agenda.ended |= worker->ended;
}

void agenda_pool(pool_t *pool)
{
    if (!pool || pool->marked)
        return;
    pool->marked = 1;
    pool->pd->agenda.pools = 1;
    for (worker_t *worker = pool->workers; worker; worker = worker->pool_next)
        agenda_worker(worker);
}

void agenda_journal(persistd_t *pd)
{
    pd->agenda.journal = 1;
}

void agenda_orders(persistd_t *pd)
{
    pd->agenda.orders = 1;
}
