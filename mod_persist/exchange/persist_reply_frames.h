/* SPDX-License-Identifier: Apache-2.0 */
/* persist_reply_frames.h: handles the frames that a worker sends. */

#ifndef PERSIST_REPLY_FRAMES_H
#define PERSIST_REPLY_FRAMES_H

#include "exchange/persist_call.h"

/* Handles all whole frames in the connection's buffer, until call->fate is
 * set. */
void persist_reply_frames_take(persist_call_t *call);

/* For a cancelled exchange: drops the whole frames in the buffer but LOG, which
 * may tell why the script has failed meanwhile. Returns CANCEL if the exchange
 * is not over yet, else IDLE, FINISHING or BROKEN. */
persist_fate_t persist_reply_frames_drop(persist_call_t *call);

/* Ends the exchange: sets the fate, and the fault with its detail (NULL:
 * none). */
void persist_reply_frames_fail(persist_call_t *call, persist_fate_t fate,
                               int code, const char *detail);

#endif /* PERSIST_REPLY_FRAMES_H */
