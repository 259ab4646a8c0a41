/* SPDX-License-Identifier: Apache-2.0 */
/* door_exchange.h: one conversation with the leased worker. */

#ifndef DOOR_EXCHANGE_H
#define DOOR_EXCHANGE_H

#include "door_call.h"

/* Sends the request to the worker and takes its answer. Afterwards call->fate
 * says what becomes of the lease. */
void door_exchange_run(door_call_t *call);

#endif /* DOOR_EXCHANGE_H */
