/* SPDX-License-Identifier: Apache-2.0 */
/* persist_pulse_test.c: a persistd that answers, that does not answer, and that
 * does not even die, on a clock of the test's own. */

#include "lifecycle/persist_pulse.h"
#include "tap.h"

#define SECOND ((int64_t)1000000)

static const persist_pulse_limits_t limits = {
    .silence = 9 * SECOND,
    .late = 15 * SECOND,
    .reap = 9 * SECOND,
    .pause = 30 * SECOND,
};
static int64_t now;

/* Ticks after so many seconds. */
static persist_pulse_step_t after(persist_pulse_t *pulse, int64_t seconds)
{
    now += seconds * SECOND;
    return persist_pulse_tick(pulse, &limits, now);
}

static persist_pulse_t begin(void)
{
    persist_pulse_t pulse = {0};
    now = 1000 * SECOND;
    persist_pulse_tick(&pulse, &limits, now);
    persist_pulse_hear(&pulse);
    return pulse;
}

static void test_alive(void)
{
    persist_pulse_t pulse = {0};
    now = 1000 * SECOND;
    is_int(after(&pulse, 0), PERSIST_PULSE_PING, "the first look asks");
    for (int i = 0; i < 3; i++) {
        persist_pulse_hear(&pulse);
        is_int(after(&pulse, 10), PERSIST_PULSE_PING, "who answers is asked");
    }
    persist_pulse_hear(&pulse);
    now += 8 * SECOND;
    persist_pulse_ask(&pulse, now);
    is_int(after(&pulse, 2), PERSIST_PULSE_PING,
           "settings are a question, too, and it has time to answer them");
    is_int(after(&pulse, 7), PERSIST_PULSE_KILL, "but no more than that");
}

static void test_silent(void)
{
    persist_pulse_t pulse = begin();
    is_int(after(&pulse, 10), PERSIST_PULSE_PING, "it is asked");
    is_int(after(&pulse, 8), PERSIST_PULSE_PING, "a while of silence is fine");
    is_int(after(&pulse, 1), PERSIST_PULSE_KILL, "a longer one is not");
    is_int(after(&pulse, 1), PERSIST_PULSE_WAIT, "then its end is waited for");
    persist_pulse_renew(&pulse);
    is_int(after(&pulse, 10), PERSIST_PULSE_PING, "and its successor is asked");
}

static void test_late_answer(void)
{
    persist_pulse_t pulse = begin();
    after(&pulse, 10);
    after(&pulse, 8);
    persist_pulse_hear(&pulse);
    is_int(after(&pulse, 8), PERSIST_PULSE_PING, "an answer is never too late");
    is_int(after(&pulse, 8), PERSIST_PULSE_PING, "its time begins anew");
    is_int(after(&pulse, 1), PERSIST_PULSE_KILL, "and ends");
}

/* The machine was suspended, or httpd was frozen or stopped. */
static void test_looker_stood_still(void)
{
    persist_pulse_t pulse = begin();
    after(&pulse, 10);
    is_int(after(&pulse, 3600), PERSIST_PULSE_PING,
           "who did not run himself can't tell silence from his own");
    is_int(after(&pulse, 8), PERSIST_PULSE_PING, "the time begins anew");
    is_int(after(&pulse, 15), PERSIST_PULSE_KILL, "and runs while he runs");
}

static void test_not_reaped(void)
{
    persist_pulse_t pulse = begin();
    after(&pulse, 10);
    is_int(after(&pulse, 10), PERSIST_PULSE_KILL, "it is killed");
    is_int(after(&pulse, 8), PERSIST_PULSE_WAIT, "it may take a while to die");
    persist_pulse_hear(&pulse);
    is_int(after(&pulse, 1), PERSIST_PULSE_ABANDON,
           "not longer, whatever it has said");
    is_int(after(&pulse, 60), PERSIST_PULSE_ABANDON,
           "and where there was no place for another, at the next look");
    pulse = begin();
    persist_pulse_kill(&pulse, now);
    persist_pulse_kill(&pulse, now + 5 * SECOND);
    is_int(after(&pulse, 8), PERSIST_PULSE_WAIT, "killed for another reason");
    is_int(after(&pulse, 1), PERSIST_PULSE_ABANDON, "it has the same time");
}

/* Returns the seconds until a new persistd that sends nothing is killed. */
static int64_t lifetime(persist_pulse_t *pulse)
{
    int64_t start = now;
    persist_pulse_renew(pulse);
    persist_pulse_ask(pulse, now);
    for (int looks = 0; looks < 100; looks++)
        if (after(pulse, 10) == PERSIST_PULSE_KILL)
            return (now - start) / SECOND;
    return -1;
}

static void test_again_and_again(void)
{
    static const int64_t expected[] = {10, 30, 60, 120, 240, 480, 480};
    persist_pulse_t pulse = begin();
    for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
        is_int(lifetime(&pulse), expected[i], "each is given more time");
    persist_pulse_renew(&pulse);
    for (int i = 0; i < 60; i++) {
        after(&pulse, 10);
        persist_pulse_hear(&pulse);
    }
    is_int(lifetime(&pulse), 10, "after ten good minutes all is forgotten");
    is_int(lifetime(&pulse), 30, "and begins anew");
}

int main(void)
{
    test_alive();
    test_silent();
    test_late_answer();
    test_looker_stood_still();
    test_not_reaped();
    test_again_and_again();
    return done_testing();
}
