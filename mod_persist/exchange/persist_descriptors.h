/* SPDX-License-Identifier: Apache-2.0 */
/* persist_descriptors.h: reads from a worker that may pass open files. */

#ifndef PERSIST_DESCRIPTORS_H
#define PERSIST_DESCRIPTORS_H

#include <stddef.h>

/* A descriptor arrives with the first byte of its frame at the latest. So one
 * may wait for the rest of its frame while another arrives with the next. */
#define PERSIST_DESCRIPTORS_MAX 2

/* Descriptors that have arrived and that no FILE has taken, oldest first.
 * Private to the thread that holds the connection. */
typedef struct persist_descriptors {
    int fds[PERSIST_DESCRIPTORS_MAX];
    int count;
} persist_descriptors_t;

/* Works like recv() and keeps a descriptor that comes along, close-on-exec.
 * Further ones are closed. Returns -1 with errno EPROTO if there are too
 * many. */
long persist_descriptors_read(persist_descriptors_t *waiting, int socket,
                              void *space, size_t room, int flags);

/* Returns the oldest descriptor, which then belongs to the caller, or -1. */
int persist_descriptors_take(persist_descriptors_t *waiting);

/* Closes all descriptors that no FILE has taken. */
void persist_descriptors_close(persist_descriptors_t *waiting);

#endif /* PERSIST_DESCRIPTORS_H */
