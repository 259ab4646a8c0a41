/* SPDX-License-Identifier: Apache-2.0 */
/* persist_wait_slice.c: how long to sleep. Pure. */

#include "exchange/persist_wait_slice.h"

#define LONGEST_BLIND_MS 50

int persist_wait_slice(int64_t now, int64_t deadline, int longest)
{
    if (deadline == 0)
        return longest;
    if (deadline <= now)
        return 0;
    int64_t left = (deadline - now) / 1000 + ((deadline - now) % 1000 != 0);
    return left < longest ? (int)left : longest;
}

int persist_wait_longer(int ms)
{
    if (ms <= 0)
        return 1;
    return ms < LONGEST_BLIND_MS / 2 ? 2 * ms : LONGEST_BLIND_MS;
}
