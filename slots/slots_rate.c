/* SPDX-License-Identifier: Apache-2.0 */
/* slots_rate.c: keeps the second and its bytes in one word, so that counting a
 * line is one step.
 *
 * 63                                32 31                                  0
 * | second, low 32 bits                | bytes written in it                |
 */

#include "slots_rate.h"
#include "slots_private.h"

static uint64_t window_after(uint64_t window, uint32_t second, uint32_t bytes)
{
    uint64_t used = window >> 32 == second ? window & UINT32_MAX : 0;
    return (uint64_t)second << 32 | (used + bytes);
}

static int is_full(uint64_t window, uint32_t second)
{
    return window >> 32 == second && (window & UINT32_MAX) >= SLOTS_RATE_BYTES;
}

void slots_rate_lost(slots_rate_t *rate, uint32_t count)
{
    atomic_fetch_add(&rate->dropped, count);
}

uint32_t slots_rate_tell(slots_rate_t *rate)
{
    return atomic_exchange(&rate->dropped, 0);
}

int slots_rate_take(slots_rate_t *rate, int64_t now, uint32_t bytes,
                    uint32_t *dropped)
{
    uint32_t second = (uint32_t)(now / 1000000);
    uint64_t window = atomic_load(&rate->window);
    if (bytes > SLOTS_RATE_BYTES)
        bytes = SLOTS_RATE_BYTES;
    for (int tries = 0; tries < SLOTS_TRIES && !is_full(window, second);
         tries++) {
        if (!atomic_compare_exchange_strong(
                &rate->window, &window, window_after(window, second, bytes)))
            continue;
        if (dropped)
            *dropped = slots_rate_tell(rate);
        return 1;
    }
    slots_rate_lost(rate, 1);
    return 0;
}

uint32_t slots_rate_unreported(slots_rate_t *rate, int64_t now)
{
    uint32_t second = (uint32_t)(now / 1000000);
    if (atomic_load(&rate->window) >> 32 == second)
        return 0;
    return slots_rate_tell(rate);
}
