/* SPDX-License-Identifier: Apache-2.0 */
/* persist_pulse.c: decides what httpd's parent does about persistd. */

#include "lifecycle/persist_pulse.h"

/* A replacement that is followed by so much quiet does not count in a row. */
#define ROW_US ((int64_t)600 * 1000000)
#define ROW_MAX 5 /* doublings of the pause */

void persist_pulse_ask(persist_pulse_t *pulse, int64_t now)
{
    if (!pulse->asked)
        pulse->asked = now;
}

void persist_pulse_hear(persist_pulse_t *pulse)
{
    pulse->asked = 0;
}

void persist_pulse_kill(persist_pulse_t *pulse, int64_t now)
{
    if (!pulse->killed)
        pulse->killed = now;
}

void persist_pulse_renew(persist_pulse_t *pulse)
{
    pulse->asked = 0;
    pulse->killed = 0;
}

static int64_t pause_of(const persist_pulse_t *pulse, int64_t first)
{
    uint32_t doublings = pulse->row < ROW_MAX ? pulse->row : ROW_MAX;
    return doublings ? first << (doublings - 1) : 0;
}

static persist_pulse_step_t replace(persist_pulse_t *pulse, int64_t now)
{
    pulse->row =
        pulse->row && now - pulse->replaced < ROW_US ? pulse->row + 1 : 1;
    pulse->replaced = now;
    pulse->killed = now;
    return PERSIST_PULSE_KILL;
}

persist_pulse_step_t persist_pulse_tick(persist_pulse_t *pulse,
                                        const persist_pulse_limits_t *limits,
                                        int64_t now)
{
    int late = now - pulse->ticked > limits->late;
    pulse->ticked = now;
    if (pulse->killed)
        return now - pulse->killed < limits->reap ? PERSIST_PULSE_WAIT
                                                  : PERSIST_PULSE_ABANDON;
    if (late)
        pulse->asked = 0;
    persist_pulse_ask(pulse, now);
    if (now - pulse->asked < limits->silence ||
        now - pulse->replaced < pause_of(pulse, limits->pause))
        return PERSIST_PULSE_PING;
    return replace(pulse, now);
}
