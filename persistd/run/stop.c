/* SPDX-License-Identifier: Apache-2.0 */
/* stop.c: lets workers leave, kills the rest, and removes files. */

#include "run/stop.h"

#include "base/log.h"
#include "common_clock.h"
#include "pool/pool.h"
#include "slots_wake.h"
#include "state/agenda.h"
#include "state/instance.h"
#include "state/table.h"
#include "worker/leave.h"

#include <unistd.h>

#define STOP_KILL_US 1000000 /* how long the kernel may take to end them */

/* Requests wait for a successor, which starts only after this persistd has
 * ended. */
#define STOP_SUCCESSOR_US 10000000

/* A stop of httpd may shorten a stop for a successor that is under way. */
static void stop_sooner(persistd_t *pd)
{
    int64_t by = common_now_us() + pd->settings.stop_us;
    if (by >= pd->stop_by)
        return;
    pd->stop_by = by;
    agenda_at(pd, by);
}

/* Waiting requests are woken to see the new phase. */
static void enter_phase(persistd_t *pd, enum slots_phase phase)
{
    pd->stopping = phase;
    atomic_store(&pd->table->header->phase, phase);
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++)
        if (pd->pools[i])
            slots_wake_all(pd->table, i);
}

static void begin(persistd_t *pd, enum slots_phase phase, const char *why)
{
    log_say(LOG_NOTICE, "stopping: %s", why);
    pd->stop_by = common_now_us() + pd->settings.stop_us;
    enter_phase(pd, phase);
    for (worker_t *worker = pd->workers; worker; worker = worker->next) {
        if (worker->state == WORKER_STARTING)
            worker_kill(worker, 0);
        else
            worker_leave(worker);
    }
    agenda_at(pd, pd->stop_by);
}

void stop_for_successor(persistd_t *pd, const char *why)
{
    if (pd->settings.stop_us > STOP_SUCCESSOR_US)
        pd->settings.stop_us = STOP_SUCCESSOR_US;
    begin(pd, SLOTS_REPLACED, why);
}

void stop_begin(persistd_t *pd, const char *why)
{
    if (!pd->stopping) {
        begin(pd, SLOTS_STOPPING, why);
        return;
    }
    enter_phase(pd, SLOTS_STOPPING);
    stop_sooner(pd);
}

static void kill_all(persistd_t *pd)
{
    for (worker_t *worker = pd->workers; worker; worker = worker->next)
        worker_kill_late(worker);
}

void stop_tick(persistd_t *pd)
{
    if (!pd->stopping)
        return;
    int64_t now = common_now_us();
    if (now >= pd->stop_by)
        kill_all(pd);
    if (!pd->workers || now >= pd->stop_by + STOP_KILL_US)
        uv_stop(pd->loop);
    agenda_at(pd, now < pd->stop_by ? pd->stop_by : pd->stop_by + STOP_KILL_US);
}

void stop_clean(persistd_t *pd)
{
    table_remove(pd);
    instance_remove(pd->options.instance);
}
