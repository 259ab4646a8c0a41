/* SPDX-License-Identifier: Apache-2.0 */
/* persist_link.h: httpd's parent speaks to its persistd over the socket that
 * persistd was born with. Never blocks longer than it is told. */

#ifndef PERSIST_LINK_H
#define PERSIST_LINK_H

#include "wire_message.h"

#include <apr_pools.h>
#include <apr_time.h>

typedef enum persist_link_answer {
    PERSIST_LINK_UP,     /* UP(0) */
    PERSIST_LINK_FAULT,  /* UP(fault, text): it ends by itself */
    PERSIST_LINK_GONE,   /* end of file, or not what persistd would say */
    PERSIST_LINK_SILENT, /* nothing yet */
} persist_link_answer_t;

/* What has been heard. */
typedef struct persist_link_news {
    persist_link_answer_t answer;
    int spoke;        /* it has said something, PONG if nothing else */
    int fault;        /* with FAULT */
    const char *text; /* with FAULT */
} persist_link_news_t;

/* Throws answers away that are still unread, so that the next one belongs to
 * what is sent next. Returns 1 when there was something, 0 when there was not,
 * or -1 with errno: EPIPE at the link's end, EMSGSIZE when there is more than a
 * persistd would say, EPROTO when it passes descriptors. */
int persist_link_discard(int link);

/* Sends SETTINGS with the descriptor of the error log beside it. Returns 0, or
 * -1 with errno. */
int persist_link_settings(int link, const wire_settings_t *settings,
                          int log_fd);

/* Sends STOP. Returns 0, or -1 with errno. */
int persist_link_stop(int link);

/* Sends PING. It may be lost where persistd does not read: ask again. */
void persist_link_ping(int link);

/* Waits for UP, and hears what comes before it; with a timeout of 0, takes what
 * is there. The text is in p. */
persist_link_news_t persist_link_wait(int link, apr_interval_time_t timeout,
                                      apr_pool_t *p);

#endif /* PERSIST_LINK_H */
