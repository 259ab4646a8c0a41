/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_server.h: one fork server (fork/), and the programs that wait for it to
 * make their process. The host does not wait: requests stand in the socket, and
 * the answers come in their order. */

#ifndef CGI_SERVER_H
#define CGI_SERVER_H

#include "cgi_buffer.h"
#include "cgi_program.h"
#include "cgi_source.h"
#include "fork/fork_client.h"

#include <stdint.h>
#include <sys/types.h>

typedef struct cgi_server {
    fork_client_t *client; /* NULL: there is none at this place */
    cgi_source_t source;   /* its socket */
    int epoll;
    int (*is_known)(pid_t pid); /* as of cgi_server_start() */
    int is_ready;
    int is_leaving; /* it gets no more requests */
    int has_ended;  /* its answers, if there are more, are not taken */
    int error;      /* why it could not start: errno; 0: none was told */
    unsigned forks;
    unsigned pressed;     /* so many of its next answers wake the host */
    int64_t moved_at;     /* its last answer, or the request that it began with;
                           * common_now_us() */
    cgi_program_t *first; /* that waits, and those behind it */
    cgi_program_t *last;
} cgi_server_t;

/* Starts one at an empty place. is_known: whether a child of this process is a
 * server or that of a program, and so no answer. Returns 0, or -1 with *why, a
 * phrase for the log. */
int cgi_server_start(cgi_server_t *server, int epoll,
                     int (*is_known)(pid_t pid), const fork_start_t *start,
                     const char **why);

/* Returns why one that has ended was never ready, a phrase for the log. */
const char *cgi_server_why_not_ready(const cgi_server_t *server);

/* True if its processes can have this environment, as if they had been
 * executed. Constructors of libraries have found what it was started with,
 * `early`: there must be no other one of the variables that they have asked
 * for. */
int cgi_server_suits(const cgi_server_t *server, const cgi_buffer_t *early,
                     char *const *environment);

/* Asks for a process: fds are its stdin, stdout and stderr. Returns 1, and the
 * program waits; cgi_program_t tells what has become of it, once the answer is
 * read. Returns 0 if the server has not taken the request. */
int cgi_server_ask(cgi_server_t *server, cgi_program_t *program,
                   const cgi_launch_t *launch, const int fds[3]);

/* Reads the answers that it has given. They wake the host only where the server
 * is pressed for them. */
void cgi_server_take(cgi_server_t *server);

/* Reads them, and presses for those that it still owes. */
void cgi_server_press(cgi_server_t *server);

/* Returns how many programs wait. */
unsigned cgi_server_waiting(const cgi_server_t *server);

/* Returns when a server that owes an answer is to be pressed for it or, if it
 * is pressed, to be killed. INT64_MAX if it owes none. */
int64_t cgi_server_due(const cgi_server_t *server);

/* Kills it, and takes the answers that it has given before. Its place is still
 * taken, and programs without an answer still wait. */
void cgi_server_kill(cgi_server_t *server);

/* Takes the program off that has waited longest. Returns it, or NULL. */
cgi_program_t *cgi_server_drop(cgi_server_t *server);

/* Ends the server's process, and leaves the place empty. Programs that wait are
 * CGI_PROGRAM_LOST. */
void cgi_server_end(cgi_server_t *server);

#endif /* CGI_SERVER_H */
