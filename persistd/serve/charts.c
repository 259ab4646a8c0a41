/* SPDX-License-Identifier: Apache-2.0 */
/* charts.c: adds a step for each pool when the last one is over. */

#include "serve/charts.h"

#include "common_clock.h"
#include "pool/pool.h"
#include "serve/report_facts.h"

static void tick_pool(pool_t *pool, int64_t now)
{
    report_facts_t facts;
    report_facts_take(&facts, pool);
    const history_totals_t totals = {
        .requests = facts.service.count,
        .service_us = facts.service.sum_us,
        .queued = facts.wait.count,
        .queue_us = facts.wait.sum_us,
        .failed = facts.refused + facts.failed,
        .workers = facts.workers,
    };
    history_add(&pool->history, now, &totals);
}

void charts_tick(persistd_t *pd)
{
    int64_t now = common_now_us();
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++)
        if (pd->pools[i] && now >= pd->pools[i]->history.until)
            tick_pool(pd->pools[i], now);
}
