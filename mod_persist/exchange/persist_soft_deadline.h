/* SPDX-License-Identifier: Apache-2.0 */
/* persist_soft_deadline.h: the soft deadline of a request
 * (PersistRequestTimeout). */

#ifndef PERSIST_SOFT_DEADLINE_H
#define PERSIST_SOFT_DEADLINE_H

#include "exchange/persist_call.h"

/* Starts the clock; call this just before the request is sent to its worker. */
void persist_soft_deadline_begin(persist_call_t *call);

/* Once the deadline has passed: logs it once, and sends LATE to persistd each
 * second. */
void persist_soft_deadline_tick(persist_call_t *call);

/* Returns the time of the next action for either deadline, in µs; 0: never. */
int64_t persist_soft_deadline_next(const persist_call_t *call);

#endif /* PERSIST_SOFT_DEADLINE_H */
