/* SPDX-License-Identifier: Apache-2.0 */
/* persist_link.h: the link of httpd's parent to its persistd, over the socket
 * that persistd was started with. No function blocks longer than its
 * timeout. */

#ifndef PERSIST_LINK_H
#define PERSIST_LINK_H

#include "wire_message.h"

#include <apr_pools.h>
#include <apr_time.h>

typedef enum persist_link_answer {
    PERSIST_LINK_UP,    /* UP(0) */
    PERSIST_LINK_FAULT, /* UP(fault, text): persistd ends by itself */
    /* end of file, or a message that persistd does not send */
    PERSIST_LINK_GONE,
    PERSIST_LINK_SILENT, /* nothing yet */
} persist_link_answer_t;

/* The result of reading the link. */
typedef struct persist_link_news {
    persist_link_answer_t answer;
    int spoke;        /* persistd has sent something, at least PONG */
    int fault;        /* with FAULT */
    const char *text; /* with FAULT */
} persist_link_news_t;

/* Drops unread answers, so that the next answer belongs to the next message.
 * Returns 1 if there were any, 0 if not, or -1 with errno: EPIPE at the link's
 * end, EMSGSIZE if there is more than a persistd sends, EPROTO if descriptors
 * came. */
int persist_link_discard(int link);

/* Sends SETTINGS together with the descriptor of the error log. Returns 0, or
 * -1 with errno. */
int persist_link_settings(int link, const wire_settings_t *settings,
                          int log_fd);

/* Sends STOP. Returns 0, or -1 with errno. */
int persist_link_stop(int link);

/* Sends PING. It may be lost if persistd does not read, so send it again. */
void persist_link_ping(int link);

/* Waits for UP and takes what comes before it. With a timeout of 0, takes what
 * is there. The text is in p. */
persist_link_news_t persist_link_wait(int link, apr_interval_time_t timeout,
                                      apr_pool_t *p);

#endif /* PERSIST_LINK_H */
