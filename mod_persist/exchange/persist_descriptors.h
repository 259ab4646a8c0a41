/* SPDX-License-Identifier: Apache-2.0 */
/* persist_descriptors.h: reads from a worker that passes open files. */

#ifndef PERSIST_DESCRIPTORS_H
#define PERSIST_DESCRIPTORS_H

#include <stddef.h>

/* A descriptor arrives with the first byte of its frame at the latest. So one
 * waits for the rest of its frame while another may come with the next. */
#define PERSIST_DESCRIPTORS_MAX 2

/* What has come and no FILE has taken, oldest first. Private to the thread
 * that holds the connection. */
typedef struct persist_descriptors {
    int fds[PERSIST_DESCRIPTORS_MAX];
    int count;
} persist_descriptors_t;

/* As recv(), and keeps the descriptor that comes along, close-on-exec. Every
 * further one is dropped: -1 with errno EPROTO when there are too many. */
long persist_descriptors_read(persist_descriptors_t *waiting, int socket,
                              void *space, size_t room, int flags);

/* The oldest one, which is the caller's now; -1: there is none. */
int persist_descriptors_take(persist_descriptors_t *waiting);

/* Closes all that wait. */
void persist_descriptors_close(persist_descriptors_t *waiting);

#endif /* PERSIST_DESCRIPTORS_H */
