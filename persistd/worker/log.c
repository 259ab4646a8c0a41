/* SPDX-License-Identifier: Apache-2.0 */
/* log.c: passes lines on, no faster than the pool's rate allows. */

#include "worker/log.h"

#include "base/log.h"
#include "common_clock.h"
#include "common_names.h"
#include "slots_table.h"
#include "state/instance.h"
#include "state/pool.h"

#include <errno.h>
#include <string.h>

static void on_line(void *context, const char *line, size_t len)
{
    worker_t *worker = context;
    pool_t *pool = worker->pool;
    rate_t *rate = pool ? &pool->rate : &worker->pd->strays;
    uint32_t dropped;
    if (!rate_allow(rate, common_now_us(), &dropped))
        return;
    const char *script = pool ? pool->definition.script : "without a pool";
    if (dropped > 0)
        log_say(LOG_WARN, "pool %s: %u lines of output were dropped", script,
                dropped);
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
        log_say(LOG_WARN,
                "pool %s: the output of a worker can't be read: %s; it is "
                "tried again each second",
                worker_script(worker), strerror(errno));
    worker->unread = !worker->output;
}
