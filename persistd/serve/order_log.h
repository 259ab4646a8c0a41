/* SPDX-License-Identifier: Apache-2.0 */
/* order_log.h: which orders were given, in the error log. */

#ifndef ORDER_LOG_H
#define ORDER_LOG_H

#include "state/pool.h"

#include "wire_message.h"

#include <sys/types.h>

/* Logs an order of this user. Returns 1, or 0 if there are too many: a user who
 * gives orders without end cannot fill the log faster than a script may. */
int order_log(pool_t *pool, enum wire_order_verb verb, uid_t uid);

/* Reports orders that were not logged and that no further one reports. Once a
 * second. */
void order_log_tick(const persistd_t *pd);

#endif /* ORDER_LOG_H */
