/* SPDX-License-Identifier: Apache-2.0 */
/* persist_wait.h: waits for a worker and watches the client meanwhile. */

#ifndef PERSIST_WAIT_H
#define PERSIST_WAIT_H

#include <httpd.h>
#include <stdint.h>

/* The thread first waits for the worker alone, for this long. Nearly every
 * request ends there. Only then it also polls the client. */
#define PERSIST_WAIT_READ_MS 50
/* The longest poll: the lease and the deadline are checked at least this
 * often. */
#define PERSIST_WAIT_POLL_MS 1000
/* The longest poll where only c->aborted shows the client's state (HTTP/2). */
#define PERSIST_WAIT_ABORTED_MS 200

/* The state of watching one request's client. Private to its thread. */
typedef struct persist_wait {
    request_rec *r;
    conn_rec *c;
    int fd;           /* the client's socket; -1: there is none to poll */
    int client_abort; /* a FIN with nothing unread before it means "left" */
    int watch_fin;    /* a FIN is looked for */
    int read_ms;      /* next pause for a body that cannot be polled for */
} persist_wait_t;

enum persist_wait_event {
    PERSIST_WAIT_WORKER = 1, /* readable, or closed by the worker */
    PERSIST_WAIT_CLIENT = 2, /* more of the body may have come */
    PERSIST_WAIT_GONE = 4,   /* the client has left */
    PERSIST_WAIT_TAKES = 8   /* the client takes bytes */
};

enum persist_wait_for {
    PERSIST_WAIT_FOR_ROOM = 1,  /* also wake when the worker takes bytes */
    PERSIST_WAIT_FOR_BODY = 2,  /* also wake when the client sends some */
    PERSIST_WAIT_FOR_CLIENT = 4 /* also wake when the client takes bytes */
};

/* client_abort: a client that half-closes has left. Otherwise it has left when
 * its connection is reset or a write to it fails. */
void persist_wait_init(persist_wait_t *wait, request_rec *r, int client_abort);

/* Part of the body was read, or its end. A FIN that was not the client's end,
 * because that part came before it, may be so now. */
void persist_wait_body_read(persist_wait_t *wait);

/* Checks the client now. True if it has left. */
int persist_wait_gone(persist_wait_t *wait);

/* Sleeps until an event of `what`, until the worker's socket is readable (-1:
 * the worker is not looked at), until the client leaves, or for `ms` (less if
 * the client cannot be polled). Returns the events, or 0 for none (or for
 * room). */
int persist_wait_poll(persist_wait_t *wait, int worker, int what, int ms);

#endif /* PERSIST_WAIT_H */
