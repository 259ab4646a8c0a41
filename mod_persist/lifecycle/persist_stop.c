/* SPDX-License-Identifier: Apache-2.0 */
/* persist_stop.c: httpd's parent stops persistd when it exits itself.
 *
 * Only a persistd can end workers and clean up. So one that hangs is killed as
 * soon as that shows, and another one is started to do it in the time that is
 * left. httpd's log is closed by then; descriptor 2 is still open. */

#include "lifecycle/persist_stop.h"
#include "config/persist_config.h"
#include "lifecycle/persist_daemon.h"
#include "lifecycle/persist_settings.h"

#include "common_clock.h"
#include "slots_table.h"

#include <http_core.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* The longest time that httpd waits for requests when it stops. persistd gets
 * the rest to kill workers and clean up. */
#define DRAIN_MAX apr_time_from_sec(10)
#define GRACE apr_time_from_sec(2)

/* The least time for the second persistd, and the part of it for requests. */
#define SECOND_WAIT apr_time_from_sec(3)
#define SECOND_DRAIN (APR_USEC_PER_SEC / 2)

#define PULSE_PERIOD (APR_USEC_PER_SEC / 10)
#define REAP_PERIOD (APR_USEC_PER_SEC / 100)

/* Made while there are a log and a configuration, for the time when there are
 * none. */
typedef struct exit_plan {
    persist_retained_t *retained;
    wire_settings_t settings;
    persist_spawn_t spawn;
    apr_interval_time_t drain;
    persist_pulse_limits_t limits;
    apr_pool_t *pconf;
} exit_plan_t;

static void say(const persist_instance_t *instance, const char *what)
{
    dprintf(STDERR_FILENO, "persistd (pid %d) %s\n", (int)instance->pid, what);
}

/* Does what the monitor hook does, with limits of its own. */
static void pulse_tick(persist_instance_t *instance,
                       const persist_pulse_limits_t *limits, apr_pool_t *p)
{
    if (persist_link_wait(instance->link, 0, p).spoke)
        persist_pulse_hear(&instance->pulse);
    switch (persist_pulse_tick(&instance->pulse, limits, common_now_us())) {
    case PERSIST_PULSE_PING:
        persist_link_ping(instance->link);
        break;
    case PERSIST_PULSE_KILL:
        say(instance, "does not answer: killed");
        persist_daemon_kill(instance);
        break;
    case PERSIST_PULSE_ABANDON:
        say(instance, "was killed and does not end: left behind");
        persist_daemon_abandon(instance);
        break;
    case PERSIST_PULSE_WAIT:
        break;
    }
}

/* Returns 1 if persistd has ended by itself, 0 if it was killed. limits is NULL
 * for a persistd of a version without PING. */
static int await_end(persist_instance_t *instance,
                     const persist_pulse_limits_t *limits, int64_t deadline,
                     apr_pool_t *p)
{
    int64_t next = 0;
    int status = PERSIST_DAEMON_UNKNOWN;
    while (instance->pid && !persist_daemon_reap(instance, &status)) {
        int64_t now = common_now_us();
        if (now >= deadline && !instance->pulse.killed) {
            say(instance, "did not end in time: killed");
            persist_daemon_kill(instance);
        } else if (now >= deadline + GRACE) {
            return 0;
        } else if (limits && now >= next) {
            next = now + PULSE_PERIOD;
            pulse_tick(instance, limits, p);
        }
        apr_sleep(REAP_PERIOD);
    }
    return !instance->anew && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void tell(persist_instance_t *instance, const exit_plan_t *plan,
                 apr_interval_time_t drain)
{
    wire_settings_t settings = plan->settings;
    settings.stop_ms = (uint64_t)apr_time_as_msec(drain);
    persist_link_settings(instance->link, &settings, STDERR_FILENO);
    persist_link_stop(instance->link);
}

static int stop_first(persist_instance_t *instance, const exit_plan_t *plan,
                      int64_t deadline)
{
    tell(instance, plan, plan->drain);
    return await_end(instance, &plan->limits, deadline, plan->pconf);
}

/* A killed persistd leaves its workers behind. A second one is started only to
 * take them over and stop them. */
static void stop_second(persist_instance_t *instance, const exit_plan_t *plan,
                        int64_t deadline)
{
    int64_t now = common_now_us();
    if (instance->pid || !instance->served ||
        persist_daemon_spawn(instance, &plan->spawn, plan->pconf) != 0)
        return;
    if (deadline < now + SECOND_WAIT)
        deadline = now + SECOND_WAIT;
    tell(instance, plan,
         deadline - now > SECOND_DRAIN + GRACE ? deadline - now - GRACE
                                               : SECOND_DRAIN);
    await_end(instance, NULL, deadline, plan->pconf);
}

/* pconf also ends at every restart, and in the first pass. Only if httpd exits
 * persistd is stopped. */
static apr_status_t stop_at_exit(void *data)
{
    const exit_plan_t *plan = data;
    persist_retained_t *retained = plan->retained;
    int64_t deadline = common_now_us() + plan->drain + GRACE;
    if (ap_state_query(AP_SQ_MAIN_STATE) != AP_SQ_MS_EXITING ||
        getpid() != retained->parent)
        return APR_SUCCESS;
    if (retained->old.pid)
        persist_link_stop(retained->old.link);
    if (!retained->now.pid || !stop_first(&retained->now, plan, deadline))
        stop_second(&retained->now, plan, deadline);
    await_end(&retained->old, NULL, deadline, plan->pconf);
    return APR_SUCCESS;
}

/* persistd must have answered within a quarter of its time, because another one
 * needs the rest. */
static persist_pulse_limits_t limits_for(apr_interval_time_t drain)
{
    apr_interval_time_t silence = drain / 4;
    if (silence < APR_USEC_PER_SEC / 2)
        silence = APR_USEC_PER_SEC / 2;
    return (persist_pulse_limits_t){
        .silence = silence,
        .late = APR_USEC_PER_SEC,
        .reap = APR_USEC_PER_SEC,
    };
}

void persist_stop_at_exit(persist_retained_t *retained, server_rec *s,
                          apr_pool_t *pconf)
{
    const persist_server_config_t *config = persist_config_server(s);
    exit_plan_t *plan = apr_pcalloc(pconf, sizeof(*plan));
    plan->retained = retained;
    plan->pconf = pconf;
    plan->drain = apr_time_from_msec((apr_time_t)config->stop_ms);
    if (plan->drain > DRAIN_MAX)
        plan->drain = DRAIN_MAX;
    plan->limits = limits_for(plan->drain);
    persist_daemon_plan(&retained->now, s, &plan->spawn, pconf);
    persist_settings_make(s, &retained->now, &plan->settings, pconf);
    apr_pool_cleanup_register(pconf, plan, stop_at_exit, apr_pool_cleanup_null);
}
