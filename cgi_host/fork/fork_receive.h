/* SPDX-License-Identifier: Apache-2.0 */
/* fork_receive.h: the server's side of reading a request. */

#ifndef FORK_RECEIVE_H
#define FORK_RECEIVE_H

#include "fork/fork_message.h"

typedef struct fork_request {
    int fds[FORK_DESCRIPTORS + 1]; /* one more, to notice too many */
    int fds_count;
    fork_head_t head;
    char *arguments; /* begins the memory of all blocks; NULL: all are empty */
    char *environment;
    char *directory;
} fork_request_t;

/* Waits for a request and reads all of it. Returns 1; 0 at the end of the
 * socket, also inside a message; -errno if the message breaks the rules, or
 * memory is short. */
long fork_receive(int socket, fork_request_t *request);

/* Closes the descriptors and gives the memory back, whatever was read. */
void fork_receive_free(fork_request_t *request);

#endif /* FORK_RECEIVE_H */
