/* SPDX-License-Identifier: Apache-2.0 */
/* persist_wait.h: waiting for a worker without losing sight of the client. */

#ifndef PERSIST_WAIT_H
#define PERSIST_WAIT_H

#include <httpd.h>
#include <stdint.h>

/* First the thread sleeps in recv() for this long: nearly every request ends
 * here, with one system call. Only then it polls. */
#define PERSIST_WAIT_RECV_MS 50
/* Longest poll: at least this often the lease and the deadline are looked at */
#define PERSIST_WAIT_POLL_MS 1000
/* The same where the client's state shows in c->aborted alone (HTTP/2). */
#define PERSIST_WAIT_ABORTED_MS 200

/* How one request's client is watched. Private to its thread. */
typedef struct persist_wait {
    request_rec *r;
    conn_rec *c;
    int fd;      /* the client's socket; -1: there is none to poll */
    int fin;     /* it has sent FIN, with bytes of the request before it */
    int read_ms; /* next slice for a body that can't be polled for */
} persist_wait_t;

enum persist_wait_event {
    PERSIST_WAIT_WORKER = 1, /* readable, or at its end */
    PERSIST_WAIT_CLIENT = 2, /* may have more of its body for us */
    PERSIST_WAIT_GONE = 4    /* the client is no longer interested */
};

enum persist_wait_for {
    PERSIST_WAIT_FOR_ROOM = 1, /* also wake when the worker takes bytes */
    PERSIST_WAIT_FOR_BODY = 2  /* also wake when the client sends some */
};

void persist_wait_init(persist_wait_t *wait, request_rec *r);

/* Looks at the client now. True: nobody waits for the answer any more. */
int persist_wait_gone(persist_wait_t *wait);

/* Sleeps until something of what, the worker's socket becomes readable, the
 * client goes, or `ms` are over (less, when the client can't be polled).
 * Returns the events, 0 for none (or room). */
int persist_wait_poll(persist_wait_t *wait, int worker, int what, int ms);

#endif /* PERSIST_WAIT_H */
