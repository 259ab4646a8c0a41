/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c: the one timer. */

#include "run/clock.h"

#include "os/listener.h"
#include "os/reap.h"
#include "pool/pool.h"
#include "run/place.h"
#include "run/stale.h"
#include "run/stop.h"
#include "serve/charts.h"
#include "serve/client.h"
#include "serve/sweep.h"
#include "state/table.h"
#include "worker/worker.h"

#include <time.h>

static void clock_look(uv_timer_t *timer);

/* Rounded up, so that what is due is due when the timer fires. */
static void clock_arm(persistd_t *pd)
{
    int64_t wait = pd->due - slots_now_us();
    uv_update_time(pd->loop);
    uv_timer_start(&pd->clock, clock_look,
                   wait > 0 ? (uint64_t)(wait + 999) / 1000 : 0, 0);
}

/* Not while it stops: with its directory gone there is no place for them. */
static void look_at_sockets(persistd_t *pd)
{
    if (pd->stopping)
        return;
    if (!pd->http && pd->settings.known)
        client_listen_http(pd); /* what failed at SETTINGS may work now */
    pd->http = listener_look(pd->http);
    pd->admin = listener_look(pd->admin);
}

static void clock_look(uv_timer_t *timer)
{
    persistd_t *pd = timer->data;
    pd->due = slots_now_us() + CLOCK_PERIOD_US;
    reap_strangers(pd);
    table_look(pd);
    slots_beat(pd->table, slots_now_us());
    place_look(pd);
    sweep_look(pd);
    worker_look_all(pd);
    pool_look_all(pd);
    charts_look(pd);
    client_look_all(pd);
    look_at_sockets(pd);
    stale_look(pd);
    stop_look(pd);
    clock_arm(pd);
}

void clock_start(persistd_t *pd)
{
    uv_timer_init(pd->loop, &pd->clock);
    pd->clock.data = pd;
    pd->due = slots_now_us();
    clock_arm(pd);
}

void clock_due(persistd_t *pd, int64_t when)
{
    if (when >= pd->due)
        return;
    pd->due = when;
    clock_arm(pd);
}

int64_t clock_wall_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
