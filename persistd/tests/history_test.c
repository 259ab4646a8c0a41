/* SPDX-License-Identifier: Apache-2.0 */
/* history_test.c: steps of five seconds, with a clock of our own. */

#include "decide/history.h"
#include "tap.h"

#define SECOND 1000000

static void test_steps(void)
{
    history_t history = {0};
    history_totals_t totals = {.requests = 100, .service_us = 1000};
    history_add(&history, 7 * SECOND, &totals);
    is_int(history.count, 0, "what was before the first look is no step");
    totals = (history_totals_t){.requests = 104,
                                .service_us = 1800,
                                .queued = 2,
                                .queue_us = 60,
                                .failed = 1,
                                .workers = 3};
    history_add(&history, 11 * SECOND, &totals);
    is_int(history.count, 0, "a step is not over before its time");
    history_add(&history, 12 * SECOND, &totals);
    is_int(history.count, 1, "then it is there");
    const history_step_t *step = history_at(&history, 0);
    ok(step->requests == 4 && step->service_us == 200, "with what it added");
    ok(step->queued == 2 && step->queue_us == 30, "to the queue, too");
    ok(step->failed == 1 && step->workers == 3, "and how it stands");
}

static void test_ring(void)
{
    history_t history = {0};
    history_totals_t totals = {0};
    int ordered = 1;
    for (uint32_t i = 0; i <= HISTORY_STEPS + 10; i++) {
        history_add(&history, (1 + (int64_t)i) * HISTORY_STEP_US, &totals);
        totals.requests += i + 1;
    }
    is_int(history.count, HISTORY_STEPS, "the oldest steps are forgotten");
    for (uint32_t n = 0; n < HISTORY_STEPS; n++)
        ordered &= history_at(&history, n)->requests == 11 + n;
    ok(ordered, "the others are in order");
}

static void test_gap(void)
{
    history_t history = {0};
    history_totals_t totals = {.workers = 1};
    history_add(&history, SECOND, &totals);
    totals.requests = 9;
    history_add(&history, SECOND + 3 * HISTORY_STEP_US + 1, &totals);
    is_int(history.count, 3, "steps that were missed are there");
    is_int(history_at(&history, 0)->requests, 0, "empty");
    is_int(history_at(&history, 2)->requests, 9, "before what was found");
    history_add(&history, INT64_MAX / 2, &totals);
    is_int(history.count, HISTORY_STEPS, "however many");
}

static void test_hostile(void)
{
    history_t history = {0};
    history_totals_t totals = {.requests = 10, .service_us = 10};
    history_add(&history, SECOND, &totals);
    totals = (history_totals_t){.service_us = UINT64_MAX};
    history_add(&history, 6 * SECOND, &totals);
    is_int(history_at(&history, 0)->requests, 0, "a fall is no request");
    is_int(history_at(&history, 0)->service_us, 0, "and no time");
    totals = (history_totals_t){.requests = UINT64_MAX};
    history_add(&history, 11 * SECOND, &totals);
    is_int(history_at(&history, 1)->requests, UINT32_MAX, "a jump is cut");
}

int main(void)
{
    test_steps();
    test_ring();
    test_gap();
    test_hostile();
    return done_testing();
}
