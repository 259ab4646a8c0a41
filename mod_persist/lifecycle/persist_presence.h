/* SPDX-License-Identifier: Apache-2.0 */
/* persist_presence.h: the long-lived connections of an httpd child to persistd,
 * for messages without an answer. The end of the one that shows the child's
 * presence tells persistd that the child may be dead. The other one has copies
 * of what is logged, so that these take no room from messages that matter. */

#ifndef PERSIST_PRESENCE_H
#define PERSIST_PRESENCE_H

#include "wire_message.h"

#include <pthread.h>
#include <stdint.h>

typedef struct persist_presence {
    const char *instance;
    wire_bytes_t token;
    uint32_t owner;
    enum wire_hello_role role;
    int fd; /* the same number for the child's life; see persist_presence.c */
    pthread_mutex_t connecting;
} persist_presence_t;

/* Connects, or leaves that to the first message; so does the connection for
 * copies (WIRE_HELLO_LOG), which many children never need. instance and token
 * must stay valid. Returns 0, or -1 with errno if there is no descriptor. */
int persist_presence_open(persist_presence_t *presence, const char *instance,
                          wire_bytes_t token, enum wire_hello_role role,
                          uint32_t owner);

/* As long as no other thread knows it. Leaves errno as it is. */
void persist_presence_close(persist_presence_t *presence);

enum persist_presence_told {
    PERSIST_PRESENCE_ANEW = 1, /* it has connected again */
    PERSIST_PRESENCE_LOST = 2  /* the message is lost */
};

/* Any thread: sends persistd a small message (NUDGE, LATE, SAID); never waits.
 * After a lost connection one thread connects again and repeats the message.
 * Returns bits of enum persist_presence_told. */
int persist_presence_tell(persist_presence_t *presence, wire_kind_t kind,
                          const void *fields);

/* The child has another owner index: connects again, so that persistd gets
 * it. */
void persist_presence_move(persist_presence_t *presence, uint32_t owner);

#endif /* PERSIST_PRESENCE_H */
