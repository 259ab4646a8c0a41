/* SPDX-License-Identifier: Apache-2.0 */
/* persist_soft_deadline.h: the soft deadline of a request
 * (PersistRequestTimeout). */

#ifndef PERSIST_SOFT_DEADLINE_H
#define PERSIST_SOFT_DEADLINE_H

#include "exchange/persist_call.h"

/* The request is about to be sent to its worker: the time runs from here. */
void persist_soft_deadline_begin(persist_call_t *call);

/* When it has passed: logs that once, and tells persistd, again each second. */
void persist_soft_deadline_tick(persist_call_t *call);

/* The next moment at which either deadline has something to say, in µs; 0:
 * never. */
int64_t persist_soft_deadline_next(const persist_call_t *call);

#endif /* PERSIST_SOFT_DEADLINE_H */
