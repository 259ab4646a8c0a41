/* SPDX-License-Identifier: Apache-2.0 */
/* persist_ask.h: a connection of an httpd child to persistd: one question on a
 * short one, or the long-lived one that shows the child's presence. */

#ifndef PERSIST_ASK_H
#define PERSIST_ASK_H

#include "wire_message.h"

#include <stdint.h>

/* Connects to the instance's socket without waiting, checks that the listener
 * has our uid, and sends HELLO.
 * Returns a nonblocking, close-on-exec descriptor, or -1 with errno. */
int persist_ask_connect(const char *instance, wire_bytes_t token,
                        enum wire_hello_role role, uint32_t owner);

/* Takes one answer: returns 1 when more answers follow, 0 when it was the
 * last, -1 when it is not what was asked for. */
typedef int persist_ask_answer_t(void *context, const wire_message_t *answer);

enum persist_ask_result {
    PERSIST_ASK_DONE = 0,
    PERSIST_ASK_NOBODY = 1, /* listens, or what it says is no right answer */
    PERSIST_ASK_SILENT = 2  /* somebody listens and has not answered in time */
};

/* Asks one question on a connection of its own and gives each answer to the
 * callback. Until the first answer is there it tries again (persistd may be
 * starting again; asking twice does no harm) up to the deadline, on the clock
 * of slots_now_us().
 * Returns an enum persist_ask_result, or the wire_error_t for which the
 * question fits no frame: it was not asked. */
int persist_ask(const char *instance, wire_bytes_t token, wire_kind_t kind,
                const void *question, int64_t deadline,
                persist_ask_answer_t *take, void *context);

#endif /* PERSIST_ASK_H */
