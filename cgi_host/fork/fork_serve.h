/* SPDX-License-Identifier: Apache-2.0 */
/* fork_serve.h: the server's side of the messages: takes a request, makes a
 * process for it, and answers. */

#ifndef FORK_SERVE_H
#define FORK_SERVE_H

#include "fork/fork_receive.h"

#define FORK_CHILD_FAILED 126 /* exit status */
#define FORK_RANDOM_SIZE 16   /* bytes of AT_RANDOM */

/* The only thread of a server. Its children begin with a copy of it. */
typedef struct fork_thread {
    long host;    /* our parent, and that of the children */
    void *tid;    /* where the C library keeps the thread's id */
    void *robust; /* the list of robust mutexes, which a fork drops */
    size_t robust_size;
    void *random; /* what the kernel has drawn for the process (AT_RANDOM) */
} fork_thread_t;

/* Reads what the calling thread is. Returns 0 or -errno. */
long fork_thread_find(fork_thread_t *thread);

/* Sends one answer: FORK_READY, a pid or -errno. Ends the process if the host
 * is gone. */
void fork_answer(int socket, long what);

/* The same for the first answer, with names of variables (fork_message.h). */
void fork_answer_ready(int socket, const char *names, size_t len);

/* Waits for a request and makes a process for it. Returns its pid in the
 * server. Returns 0 in the child, which is a child of the host's, in a group of
 * its own, ends with the host, has the request's descriptors as 0, 1 and 2,
 * and its directory. Ends the server at the end of the socket, and a child
 * that cannot be made so. */
long fork_serve(int socket, const fork_thread_t *thread,
                fork_request_t *request);

#endif /* FORK_SERVE_H */
