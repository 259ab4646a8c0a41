/* SPDX-License-Identifier: Apache-2.0 */
/* pw_request.h: the record of a request. Each connection has one, which all its
 * requests use in turn. */

#ifndef PW_REQUEST_H
#define PW_REQUEST_H

#include "persist/worker.h"
#include "pw_validators.h"
#include "wire_message.h"

#include <stddef.h>
#include <stdint.h>

typedef struct pw_conn pw_conn_t;

/* How far the response is. */
enum pw_answer {
    PW_ASKED,     /* nothing of it has been sent */
    PW_ANSWERING, /* its head has been sent or is held */
    PW_ENDED,     /* all of it has been sent */
    PW_LOST       /* sending failed: httpd no longer reads */
};

/* The thread that runs the request may use all fields; others only late. */
struct persist_request {
    pw_conn_t *conn;       /* the connection that it is part of */
    enum pw_answer answer; /* how far the response is */
    unsigned informed;     /* interim responses that have been sent */
    uint64_t seq;          /* number that each answer to httpd repeats */
    pw_sole_t sole;        /* the file, where it is all of the response */
    const char *variables; /* block; in the read buffer, or kept */
    size_t variables_len;  /* its length; 0 when the request is over */
    char *kept;            /* own copy of the block, or NULL */
    int64_t deadline_us;   /* soft deadline by common_now_us(); 0: none */
    char id[WIRE_REQUEST_ID_MAX + 1]; /* id in httpd's log, with NUL */
    wire_bytes_t chunk;  /* bytes of the body that are here and not yet read */
    enum wire_mark mark; /* what follows chunk: more, the end, or a fault */
    long slept_before;   /* how often the thread had; pw_sleep.c */
    uint64_t credit;     /* bytes of the body that httpd may still send */
    int error;           /* errno that every further read gives; 0: none */
    void *context;       /* the program's */
    unsigned news;       /* asynchronous: of enum persist_news, not reported */
    int noted;           /* 1: in the list of requests with news */
    persist_request_t *next_noted; /* the next of that list */
    _Atomic int late; /* 1: DEADLINE has come. Set by any thread, with the
                       * worker's lock held */
};

/* Fills the connection's record from asked, a REQUEST that is still in the
 * connection's read buffer. If a body is to be read, the variables are copied.
 * Returns 0, or -1 with errno EINVAL (the variables are not a block of pairs)
 * or ENOMEM. */
int pw_request_begin(pw_conn_t *conn, const wire_request_t *asked);

/* Frees what belongs to this request. The record stays. */
void pw_request_release(persist_request_t *request);

#endif /* PW_REQUEST_H */
