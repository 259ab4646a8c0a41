/* SPDX-License-Identifier: Apache-2.0 */
/* persist_patience.c: when a client is slow. Pure.
 *
 * Even the fastest client lets its socket fill up now and then. To wait a
 * moment for it is cheaper than to keep the bytes, and costs the worker little.
 * Why: docs/decisions/slow-clients-wait-in-httpd.md */

#include "exchange/persist_patience.h"

#define ONCE_MS 20
#define FIRST_US 20000
#define BYTES_PER_US 8

int persist_patience_ms(int64_t passed, int64_t waited_us)
{
    int64_t left = FIRST_US + passed / BYTES_PER_US - waited_us;
    if (left <= 0)
        return 0;
    return left < (int64_t)ONCE_MS * 1000 ? (int)((left + 999) / 1000)
                                          : ONCE_MS;
}
