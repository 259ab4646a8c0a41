/* SPDX-License-Identifier: Apache-2.0 */
/* persist_presence.h: the one long-lived connection of an httpd child to
 * persistd. Its end tells persistd that the child may be dead. Messages without
 * an answer go over it. */

#ifndef PERSIST_PRESENCE_H
#define PERSIST_PRESENCE_H

#include "wire_message.h"

#include <pthread.h>
#include <stdint.h>

typedef struct persist_presence {
    const char *instance;
    wire_bytes_t token;
    uint32_t owner;
    int fd; /* the same number for the child's life; see persist_presence.c */
    pthread_mutex_t connecting;
} persist_presence_t;

/* Connects, or leaves that to the first message. instance and token must stay
 * valid. Returns 0, or -1 with errno if there is no descriptor. */
int persist_presence_open(persist_presence_t *presence, const char *instance,
                          wire_bytes_t token, uint32_t owner);

/* Any thread: sends persistd a small message (NUDGE, LATE); never waits. After
 * a lost connection one thread connects again and repeats the message. Returns
 * 1 if it has connected again, else 0. */
int persist_presence_tell(persist_presence_t *presence, wire_kind_t kind,
                          const void *fields);

/* The child has another owner index: connects again, so that persistd gets
 * it. */
void persist_presence_move(persist_presence_t *presence, uint32_t owner);

#endif /* PERSIST_PRESENCE_H */
