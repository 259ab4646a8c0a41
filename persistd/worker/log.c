/* SPDX-License-Identifier: Apache-2.0 */
/* log.c: passes lines on, no faster than the pool's rate allows. */

#include "worker/log.h"

#include "base/log.h"
#include "common_clock.h"
#include "common_names.h"
#include "slots_rate.h"
#include "state/instance.h"
#include "state/pool.h"
#include "state/say.h"

#include <errno.h>
#include <string.h>

/* What: "output" or "its log". */
static void report_dropped(const pool_t *pool, const char *what,
                           uint32_t dropped)
{
    if (dropped > 0)
        log_say(LOG_WARN, "pool %s: %u lines of %s were dropped",
                pool ? pool->definition.script : "without a pool", dropped,
                what);
}

static void on_line(void *context, const char *line, size_t len)
{
    worker_t *worker = context;
    pool_t *pool = worker->pool;
    rate_t *rate = pool ? &pool->rate : &worker->pd->strays;
    uint32_t dropped;
    say_printed(pool, worker->pid, line, len);
    if (!rate_allow(rate, common_now_us(), &dropped))
        return;
    report_dropped(pool, "output", dropped);
    const char *script = pool ? pool->definition.script : "without a pool";
    rate_charge(rate, log_worker(worker->pid, script, line, len));
}

void worker_log_open(worker_t *worker)
{
    char path[COMMON_PATH_SIZE];
    if (worker->output)
        return;
    if (instance_output_path(path, worker->pd->options.instance, worker->slot,
                             worker->incarnation) == 0)
        worker->output = output_open(worker->pd->loop, path, on_line, worker);
    if (!worker->output && !worker->unread)
        say_pool(worker->pool, LOG_WARN, RECENT_FAULT, worker->pid,
                 "pool %s: the output of a worker can't be read: %s; it is "
                 "tried again each second",
                 worker_script(worker), strerror(errno));
    worker->unread = !worker->output;
}

/* What httpd could not copy for the owner. The error log may have it. */
static void keep_dropped(const pool_t *pool)
{
    slots_rate_t *rate = &pool->pd->table->pools[pool->index].copied;
    uint32_t dropped = slots_rate_tell(rate);
    if (dropped > 0)
        say_kept(pool, RECENT_SAID, 0,
                 "%u messages of its log were dropped here", dropped);
}

static void tick_pool(pool_t *pool, int64_t now)
{
    slots_rate_t *rate = &pool->pd->table->pools[pool->index].log;
    report_dropped(pool, "output", rate_unreported(&pool->rate, now));
    report_dropped(pool, "its log", slots_rate_unreported(rate, now));
    keep_dropped(pool);
}

void worker_log_tick(persistd_t *pd)
{
    int64_t now = common_now_us();
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++)
        if (pd->pools[i])
            tick_pool(pd->pools[i], now);
    report_dropped(NULL, "output", rate_unreported(&pd->strays, now));
}
