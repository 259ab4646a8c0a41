/* SPDX-License-Identifier: Apache-2.0 */
/* door_reply.h: what the worker says, frame by frame. */

#ifndef DOOR_REPLY_H
#define DOOR_REPLY_H

#include "door_call.h"

/* Takes the frames that have arrived, until the exchange is over, and passes on
 * what the server takes at once. */
void door_reply_take(door_call_t *call);

/* Passes on what the server takes at once. */
void door_reply_pass(door_call_t *call);

/* Ends the exchange with a fault. */
void door_reply_fail(door_call_t *call, persist_fate_t fate, int fault,
                     const char *detail);

#endif /* DOOR_REPLY_H */
