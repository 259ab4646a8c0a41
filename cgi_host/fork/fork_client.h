/* SPDX-License-Identifier: Apache-2.0 */
/* fork_client.h: the host's side of a fork server. No call blocks.
 *
 * The server's children are children of the host. Reap them by number only,
 * after fork_client_take() has returned it: a child may end before that, and
 * waitpid(-1) would take the only proof that the number is one of ours. If a
 * server is killed between a fork and its answer, one child runs that no answer
 * names; /proc/thread-self/children has it. */

#ifndef FORK_CLIENT_H
#define FORK_CLIENT_H

#include "fork/fork_message.h"
#include "fork/fork_start.h"

#include <stddef.h>
#include <sys/types.h>

typedef struct fork_client fork_client_t;

/* A block may be NULL if its length is 0; fork_message.h describes them. */
typedef struct fork_blocks {
    const void *arguments;
    size_t arguments_len;
    const void *environment;
    size_t environment_len;
    const char *directory; /* NULL: that of the server */
} fork_blocks_t;

typedef enum fork_answer {
    FORK_NO_ANSWER,  /* none has come yet */
    FORK_IS_READY,   /* the server has started */
    FORK_HAS_CHILD,  /* *what: its pid */
    FORK_HAS_FAILED, /* *what: an errno. The first answer: it cannot serve,
                        else this request has no child */
    FORK_HAS_ENDED,  /* *what: 0, EPROTO after an answer that cannot be,
                        or ENOMEM if a request could not be sent whole */
} fork_answer_t;

/* Starts the program with stdin from /dev/null, stdout and stderr to log_fd,
 * no other descriptor but the socket, default signals, a process group of its
 * own, and what it inherits: directory, umask, limits. Returns NULL with *why,
 * a phrase for the log. */
fork_client_t *fork_client_start(const fork_start_t *start, const char **why);

/* The socket, to poll. */
int fork_client_fd(const fork_client_t *client);

/* The server's process. */
pid_t fork_client_pid(const fork_client_t *client);

/* Sends a request. Returns 0 once the kernel has at least the descriptors,
 * which the caller may then close; a rest is copied, for
 * fork_client_send_more(). Returns -1 with errno: EAGAIN, nothing was taken
 * (try again when the socket is writable and has no rest); EPIPE, the server
 * can take no more; else nothing of this request was taken. */
int fork_client_request(fork_client_t *client, const int fds[FORK_DESCRIPTORS],
                        const fork_blocks_t *blocks);

/* Returns 1 if a rest waits for the socket to become writable. */
int fork_client_wants_write(const fork_client_t *client);

/* Sends more of the rest. Returns 0, or -1 if the server can take no more. */
int fork_client_send_more(fork_client_t *client);

/* Returns how many requests have no answer yet. */
unsigned fork_client_waiting(const fork_client_t *client);

/* Takes the next answer. Requests are answered in their order. */
fork_answer_t fork_client_take(fork_client_t *client, int *what);

/* True if a constructor of a library in the server has asked for the variable
 * ("NAME=VALUE"). For a server that is ready. */
int fork_client_has_asked(const fork_client_t *client, const char *variable);

/* Closes the socket, which ends the server, and frees the client. The caller
 * reaps the process. */
void fork_client_stop(fork_client_t *client);

#endif /* FORK_CLIENT_H */
