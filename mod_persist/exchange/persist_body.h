/* SPDX-License-Identifier: Apache-2.0 */
/* persist_body.h: takes the request's body from the client and makes BODY
 * frames for the worker.
 *
 * A small body that httpd already has goes inside REQUEST. So does the
 * beginning of a gathered one (persist_gather.c), whose rest comes from the
 * spool. Of what is not gathered, nothing is read from the client before the
 * worker's first WANT. From then on up to PERSIST_BODY_AHEAD bytes are read
 * ahead, so that mod_reqtimeout does not punish a client that sends in time for
 * a script that pauses. */

#ifndef PERSIST_BODY_H
#define PERSIST_BODY_H

#include "exchange/persist_output.h"
#include "exchange/persist_spool.h"
#include "response/persist_fault.h"
#include "wire_message.h"

#include <httpd.h>

#define PERSIST_BODY_AHEAD ((apr_off_t)64 << 10)

/* Values of CONTENT_LENGTH besides a number of bytes (0…). */
#define PERSIST_LENGTH_AS_SENT ((apr_off_t)-1) /* as in the client's header */
#define PERSIST_LENGTH_UNKNOWN ((apr_off_t)-2) /* the variable is left out */

/* Private to the request's thread; memory is r->pool's. */
typedef struct persist_body {
    request_rec *r;
    apr_bucket_brigade *came;  /* bytes of one read; empty between reads */
    persist_spool_t *spool;    /* what was gathered; NULL: nothing */
    apr_off_t sent;            /* bytes of spool that this worker has got */
    apr_bucket_brigade *ahead; /* read from the client behind those of spool,
                                  not yet sent */
    apr_off_t held;            /* bytes in ahead */
    apr_off_t taken;           /* bytes read from the client so far */
    apr_off_t limit;           /* PersistMaxBody; 0: none */
    wire_bytes_t first;        /* the part inside REQUEST */
    uint64_t credit;           /* bytes that this worker has asked for */
    int mode;                  /* enum wire_body_mode */
    int eos;                   /* nothing more comes from httpd's filters */
    int asked;                 /* this worker has sent WANT */
    int wanted; /* a worker has sent WANT, so the client was told to go on */
    int dry;    /* the last read took all there was */
    int pulled; /* bytes were sent that are not in the spool */
    int last;   /* the frame with WIRE_LAST has been sent, too */
    int parts;  /* buckets of ahead in the frame being sent */
} persist_body_t;

/* Reads the part of the body that is there already. Returns OK, or the HTTP
 * status (or AP_FILTER_ERROR) to answer with. That is 413, with *fault set, if
 * the announced length is above limit; any other status is the client's
 * mistake. */
int persist_body_begin(persist_body_t *body, request_rec *r, apr_off_t limit,
                       persist_fault_t *fault);

/* Moves the bytes in `came` to the end of `ahead`, where they stay valid. */
apr_status_t persist_body_keep(persist_body_t *body);

/* Returns OK, or 413 with *fault set if more than `limit` was taken from the
 * client. */
int persist_body_limit(const persist_body_t *body, persist_fault_t *fault);

/* Tells a client that holds its body back to go on (100 Continue). */
void persist_body_continue(request_rec *r);

/* Another worker gets the request: clears the credit of the one before. What is
 * in the spool is sent again. */
void persist_body_restart(persist_body_t *body);

/* True if the client has told the length, and no filter changes it. */
int persist_body_is_announced(const persist_body_t *body);

/* True if the variables of the request say how long the body is, or that there
 * is none. */
int persist_body_is_measured(const persist_body_t *body);

/* Length for the variables: a number, as sent, or unknown. */
apr_off_t persist_body_length(const persist_body_t *body);

/* Handles WANT. Tells a client that holds its body back to go on (100
 * Continue), unless the answer is already on its way (silent). Returns 0, or -1
 * if the worker asks for more than it may. */
int persist_body_want(persist_body_t *body, uint64_t bytes, int silent);

/* True if the client's connection may hold unread bytes of the body. Before
 * persist_body_begin() too, if body->r is set. */
int persist_body_is_left(const persist_body_t *body);

/* True while there is a reason to read from the client. */
int persist_body_hungry(const persist_body_t *body);

/* Reads what the client has sent; never blocks. Returns as
 * persist_body_begin(). */
int persist_body_read(persist_body_t *body, persist_fault_t *fault);

/* Makes the next BODY frame that the credit allows: its head and tail in frame,
 * all of it in output (which is empty before). Returns 1, 0 if there is nothing
 * to send, or -1 if memory is short or the spool cannot be read. */
int persist_body_frame(persist_body_t *body, msgpack_sbuffer *frame,
                       persist_output_t *output);

/* After -1: why the spool cannot be read, or NULL if that is not the reason. */
const char *persist_body_error(const persist_body_t *body);

/* Makes the frame that ends the body as broken (WIRE_BROKEN), because the
 * client's body is wrong. Returns as persist_body_frame(). */
int persist_body_break(msgpack_sbuffer *frame, persist_output_t *output);

/* Call this when the frame made last has been sent. */
void persist_body_sent(persist_body_t *body);

#endif /* PERSIST_BODY_H */
