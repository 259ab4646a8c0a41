/* SPDX-License-Identifier: Apache-2.0 */
/* host.c: units of a host are planned like workers of another pool. */

#include "pool/host.h"

#include "state/worker.h"
#include "worker/offer.h"

/* A broken one is about to be killed, and its slot is leaving. */
static int is_serving_host(const worker_t *worker, const pool_t *pool)
{
    return worker->is_host && worker->state == WORKER_READY &&
           !worker->broken_since && worker->version == pool->version;
}

static worker_t *host_of(const pool_t *pool)
{
    worker_t *worker = pool->workers;
    while (worker && !is_serving_host(worker, pool))
        worker = worker->pool_next;
    return worker;
}

/* A unit is ready at once, and there is no limit to the pace. */
static plan_facts_t facts_of(const worker_t *host, const plan_facts_t *pool,
                             int64_t now)
{
    const definition_t *definition = &host->pool->definition;
    uint32_t most = host->run.count;
    return (plan_facts_t){
        .waiting = pool->waiting,
        .free = pool->free,
        .ready = host->places,
        .expired = offer_spare(host, now - definition->idle_us),
        .min = definition->places_min ? (uint32_t)definition->places_min : 1,
        .max = most,
        .capacity = 1,
        .room = pool->room,
        .seats = most,
        .pace = most,
        .proven = 1,
        .superseded = pool->superseded,
        .suspended = pool->suspended,
    };
}

uint32_t host_reconcile(pool_t *pool, const plan_facts_t *facts, int64_t now)
{
    worker_t *host = host_of(pool);
    if (!host)
        return 0;
    const plan_facts_t own = facts_of(host, facts, now);
    plan_t plan = plan_make(&own);
    offer_more(host, plan.start);
    while (plan.retire-- > 0 && offer_less(host))
        continue;
    return plan.shortage;
}
