/* SPDX-License-Identifier: Apache-2.0 */
/* persist_copy.h: what is logged about a script goes to persistd as well, which
 * keeps it for the script's owner.
 * Why: docs/decisions/an-owner-reads-the-last-lines.md */

#ifndef PERSIST_COPY_H
#define PERSIST_COPY_H

#include "slots_rate.h"
#include "wire_message.h"

/* Sends one message, and never waits. Returns 0, or -1 if it is lost. */
typedef int persist_copy_send_t(void *context, const wire_said_t *said);

/* Sends a text of any length, in pieces, within the pool's rate (`copied` of
 * the table). persistd reports how many pieces were lost. */
void persist_copy(slots_rate_t *rate, wire_said_t said,
                  persist_copy_send_t *send, void *context);

/* Says how many messages were lost before this one, of any pool or none, if
 * some were. For a rate that persistd does not know. */
void persist_copy_confess(slots_rate_t *rate, wire_said_t said,
                          persist_copy_send_t *send, void *context);

#endif /* PERSIST_COPY_H */
