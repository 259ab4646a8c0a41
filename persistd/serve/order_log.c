/* SPDX-License-Identifier: Apache-2.0 */
/* order_log.c: a line for each order, no faster than the pool's rate allows. */

#include "serve/order_log.h"

#include "base/log.h"
#include "state/persistd.h"
#include "state/say.h"

#include "common_clock.h"

#include <string.h>

#define ORDER_LINE 128u /* bytes of a line, without the path */

static const char *const verbs[] = {"start", "stop", "restart", "reload",
                                    "drain"};

static void report_unlogged(const pool_t *pool, uint32_t count)
{
    if (count > 0)
        log_say(LOG_WARN, "pool %s: %u orders were not logged",
                pool->definition.script, count);
}

int order_log(pool_t *pool, enum wire_order_verb verb, uid_t uid)
{
    const char *script = pool->definition.script;
    uint32_t dropped;
    if (!rate_allow(&pool->orders, common_now_us(), &dropped))
        return 0;
    rate_charge(&pool->orders, strlen(script) + ORDER_LINE);
    report_unlogged(pool, dropped);
    say_pool(pool, LOG_NOTICE, RECENT_ORDER, 0,
             "pool %s: %s, by order of uid %ld", script, verbs[verb],
             (long)uid);
    return 1;
}

void order_log_tick(const persistd_t *pd)
{
    int64_t now = common_now_us();
    for (uint32_t i = 0; i < pd->table->sizes.pools; i++)
        if (pd->pools[i])
            report_unlogged(pd->pools[i],
                            rate_unreported(&pd->pools[i]->orders, now));
}
