/* SPDX-License-Identifier: Apache-2.0 */
/* door_session.h: this process as an owner in the table of the user's persistd:
 * what httpd's children are. */

#ifndef DOOR_SESSION_H
#define DOOR_SESSION_H

#include "door_runtime.h"
#include "door_settings.h"
#include "slots_map.h"

typedef struct door_session {
    const door_settings_t *settings;
    door_runtime_t runtime;
    char instance[PATH_MAX];
    wire_bytes_t token;
    slots_map_t map;
    int owners_fd;  /* -1: none */
    uint32_t owner; /* our byte of owners.lock; 0: none */
    int presence;   /* connection for NUDGE and LATE; -1: not made yet */
    int copies;     /* connection for SAID; -1: not made yet */
} door_session_t;

/* Finds the user's persistd, starts it if there is none, and maps its table.
 * Returns NULL, or why there is no persistd: a sentence for the log. */
const char *door_session_open(door_session_t *session,
                              const door_settings_t *settings);

/* Becomes an owner, for a request that is about to claim a worker. A client
 * that is slow with its body must not hold a byte. Finds or starts another
 * persistd if that of door_session_open() has gone. Returns NULL, or why not: a
 * sentence for the log; door_session_is_full() tells the two reasons apart. */
const char *door_session_join(door_session_t *session);

/* Does all of this again, for a request that waits and has lost its persistd.
 * The request has no lease and no place in a queue. Returns as above. */
const char *door_session_again(door_session_t *session);

/* Gives the byte back. The request has no lease any more. */
void door_session_leave(door_session_t *session);

/* Returns 1 if all bytes of owners.lock are taken: more requests run than the
 * table has room for. */
int door_session_is_full(const door_session_t *session);

/* Returns 1 if the table is in use and its persistd runs. */
int door_session_lives(const door_session_t *session);

/* Sends a message that has no answer. If it is lost, persistd's clock does what
 * it would have brought about. */
void door_session_tell(door_session_t *session, wire_kind_t kind,
                       const void *fields);

/* Sends a copy of what is logged, and never waits. Returns 0, or -1 if it is
 * lost. */
int door_session_say(door_session_t *session, const wire_said_t *said);

#endif /* DOOR_SESSION_H */
