/* SPDX-License-Identifier: Apache-2.0 */
/* turn.c: one turn of the loop. Callbacks run first and mark the agenda. Then,
 * just before the loop sleeps, the marked work is done here, in this order.
 * Why: docs/decisions/callbacks-note-and-one-turn-acts.md */

#include "run/turn.h"

#include "common_clock.h"
#include "os/listener.h"
#include "pool/reconcile.h"
#include "run/installed.h"
#include "run/mend.h"
#include "run/orphans.h"
#include "run/own.h"
#include "run/place.h"
#include "run/stale.h"
#include "run/stop.h"
#include "serve/charts.h"
#include "serve/dispatch.h"
#include "serve/sweep.h"
#include "state/journal.h"
#include "worker/end.h"
#include "worker/log.h"
#include "worker/tick.h"

/* Not while persistd stops, because its directory may be gone. */
static void tick_sockets(persistd_t *pd)
{
    if (pd->stopping)
        return;
    if (!pd->http && pd->settings.known)
        /* May work now, though it failed at SETTINGS. */
        dispatch_listen_http(pd);
    pd->http = listener_tick(pd->http);
    pd->admin = listener_tick(pd->admin);
}

static void tick_everything(persistd_t *pd)
{
    pd->agenda.due = common_now_us() + AGENDA_PERIOD_US;
    orphans_reap(pd);
    place_tick(pd); /* before the table is touched: it may be gone */
    slots_beat(pd->table, common_now_us());
    mend_tick(pd, common_now_us());
    sweep_tick(pd);
    tick_sockets(pd);
    stale_tick(pd);
    installed_tick(pd);
    worker_tick_all(pd);
    pool_tick_all(pd);
    charts_tick(pd);
    worker_log_tick(pd);
    dispatch_tick(pd);
    own_tick(pd);
}

/* The timer only ends the sleep of the loop. */
static void on_time(uv_timer_t *timer)
{
    (void)timer;
}

/* What was marked too late for this turn is done in the next one, without
 * sleep. The time is rounded up, so that the work is due when the timer
 * fires. */
static void set_alarm(persistd_t *pd, uv_timer_t *timer)
{
    const agenda_t *agenda = &pd->agenda;
    int64_t wait = agenda->due - common_now_us();
    if (agenda->workers.count || agenda->pools.count || agenda->orders ||
        wait < 0)
        wait = 0;
    uv_update_time(pd->loop);
    uv_timer_start(timer, on_time, (uint64_t)(wait + 999) / 1000, 0);
}

static void turn(uv_prepare_t *prepare)
{
    persistd_t *pd = prepare->data;
    static uv_timer_t timer;
    if (!timer.loop)
        uv_timer_init(pd->loop, &timer);
    worker_end_all(pd);
    if (common_now_us() >= pd->agenda.due)
        tick_everything(pd);
    worker_tick_marked(pd);
    pool_reconcile_marked(pd);
    dispatch_tick_orders(pd);
    stop_tick(pd);
    journal_keep(pd);
    set_alarm(pd, &timer);
}

void turn_start(persistd_t *pd)
{
    static uv_prepare_t prepare;
    uv_prepare_init(pd->loop, &prepare);
    prepare.data = pd;
    uv_prepare_start(&prepare, turn);
    pd->agenda.due = common_now_us();
}
