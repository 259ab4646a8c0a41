/* SPDX-License-Identifier: Apache-2.0 */
/* persist_ask.h: connections of an httpd child to persistd: a short one for
 * each question, or the long-lived one that shows that the child is there. */

#ifndef PERSIST_ASK_H
#define PERSIST_ASK_H

#include "wire_message.h"

#include <stdint.h>

/* Connects to the instance's socket without waiting, checks that the listener
 * has our uid, and sends HELLO.
 * Returns a nonblocking, close-on-exec descriptor, or -1 with errno. */
int persist_ask_connect(const char *instance, wire_bytes_t token,
                        enum wire_hello_role role, uint32_t owner);

/* Takes one answer. Returns 1 if more answers follow, 0 if it was the last, or
 * -1 if it is no answer to the question. */
typedef int persist_ask_answer_t(void *context, const wire_message_t *answer);

enum persist_ask_result {
    PERSIST_ASK_DONE = 0,
    PERSIST_ASK_NOBODY = 1, /* nobody listens, or the answer is wrong */
    PERSIST_ASK_SILENT = 2, /* persistd listens and has not answered in time */
    PERSIST_ASK_UNABLE = 3  /* this process has no descriptor to ask with */
};

/* Asks one question on a connection of its own and passes each answer to the
 * callback. Repeats the question until the first answer arrives or the deadline
 * (on the clock of common_now_us()) has passed, because persistd may be
 * restarting; asking twice does no harm. Returns an enum persist_ask_result, or
 * the wire_error_t for which the question does not fit a frame and was not
 * asked. */
int persist_ask(const char *instance, wire_bytes_t token, wire_kind_t kind,
                const void *question, int64_t deadline,
                persist_ask_answer_t *take, void *context);

#endif /* PERSIST_ASK_H */
