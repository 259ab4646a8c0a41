/* SPDX-License-Identifier: Apache-2.0 */
/* history.c: a ring of steps for each pool. */

#include "decide/history.h"

/* Totals come from shared memory. A total that has fallen counts as no
 * growth. */
static uint32_t grown(uint64_t now, uint64_t before)
{
    uint64_t by = now > before ? now - before : 0;
    return by < UINT32_MAX ? (uint32_t)by : UINT32_MAX;
}

static uint32_t mean(uint64_t sum, uint64_t before, uint32_t count)
{
    uint64_t by = sum > before && count > 0 ? (sum - before) / count : 0;
    return by < UINT32_MAX ? (uint32_t)by : UINT32_MAX;
}

static void push(history_t *history, const history_step_t *step)
{
    history->steps[history->next] = *step;
    history->next = (history->next + 1) % HISTORY_STEPS;
    if (history->count < HISTORY_STEPS)
        history->count++;
}

static history_step_t difference(const history_totals_t *now,
                                 const history_totals_t *before)
{
    history_step_t step = {
        .requests = grown(now->requests, before->requests),
        .queued = grown(now->queued, before->queued),
        .failed = grown(now->failed, before->failed),
        .workers = now->workers,
    };
    step.service_us = mean(now->service_us, before->service_us, step.requests);
    step.queue_us = mean(now->queue_us, before->queue_us, step.queued);
    return step;
}

void history_add(history_t *history, int64_t now,
                 const history_totals_t *totals)
{
    const history_step_t nothing = {.workers = history->last.workers};
    if (history->until && now < history->until)
        return;
    if (history->until) {
        uint64_t missed = (uint64_t)(now - history->until) / HISTORY_STEP_US;
        for (uint64_t i = 0; i < missed && i < HISTORY_STEPS; i++)
            push(history, &nothing);
        history_step_t step = difference(totals, &history->last);
        push(history, &step);
        history->until += (int64_t)(missed + 1) * HISTORY_STEP_US;
    } else {
        history->until = now + HISTORY_STEP_US;
    }
    history->last = *totals;
}

const history_step_t *history_at(const history_t *history, uint32_t n)
{
    uint32_t first = history->next + HISTORY_STEPS - history->count;
    return &history->steps[(first + n) % HISTORY_STEPS];
}
