/* SPDX-License-Identifier: Apache-2.0 */
/* persist_body.h: the request's body on its way from the client to the worker.
 *
 * What is already there and small goes inside REQUEST. The rest is pulled:
 * nothing is read from the client before the worker's first WANT; from then on
 * up to PERSIST_BODY_AHEAD bytes are read ahead, so that a client which sends
 * in time is not punished (mod_reqtimeout) for a script that pauses. Nothing
 * is spooled. */

#ifndef PERSIST_BODY_H
#define PERSIST_BODY_H

#include "exchange/persist_output.h"
#include "response/persist_fault.h"
#include "wire_message.h"

#include <httpd.h>

#define PERSIST_BODY_AHEAD ((apr_off_t)64 << 10)

/* What CONTENT_LENGTH shall say, besides a number of bytes (0…). */
#define PERSIST_LENGTH_AS_SENT ((apr_off_t)-1) /* the client's header */
#define PERSIST_LENGTH_UNKNOWN ((apr_off_t)-2) /* there is none */

/* Private to the request's thread; memory is r->pool's. */
typedef struct persist_body {
    request_rec *r;
    apr_bucket_brigade *came;  /* what one read gave; empty between reads */
    apr_bucket_brigade *ahead; /* read from the client, not yet sent */
    apr_off_t held;            /* bytes in ahead */
    apr_off_t taken;           /* bytes read from the client so far */
    apr_off_t limit;           /* PersistMaxBody; 0: none */
    wire_bytes_t first;        /* what travels inside REQUEST */
    uint64_t credit;           /* bytes that this worker has asked for */
    int mode;                  /* enum wire_body_mode */
    int eos;                   /* no more of it comes to us */
    int asked;                 /* it has sent a WANT */
    int wanted;                /* one of them has: the client was told */
    int dry;                   /* the last read took all there was */
    int pulled;                /* a BODY frame has been sent */
    int last;                  /* the one with WIRE_LAST, too */
    int parts;                 /* buckets of ahead in the frame being sent */
} persist_body_t;

/* What of the body can be had without waiting is read. Returns OK, or the HTTP
 * status (or AP_FILTER_ERROR) to answer with: 413, with *fault set, when it is
 * announced larger than limit; else what the client did wrong. */
int persist_body_begin(persist_body_t *body, request_rec *r, apr_off_t limit,
                       persist_fault_t *fault);

/* Another worker has the request: what was asked for before is not its. */
void persist_body_restart(persist_body_t *body);

/* For persist_variables_make: exact, as the client says, or unknown. */
apr_off_t persist_body_length(const persist_body_t *body);

/* WANT. A client that holds its body back is told to go on, unless the answer
 * is already on its way (silent). Returns 0, or -1 when the worker must not ask
 * for that. */
int persist_body_want(persist_body_t *body, uint64_t bytes, int silent);

/* True when the connection may hold some of it that nobody has read. */
int persist_body_is_left(const persist_body_t *body);

/* True while there is a reason to read from the client. */
int persist_body_hungry(const persist_body_t *body);

/* Takes what the client has sent, never blocks. Status as in begin. */
int persist_body_read(persist_body_t *body, persist_fault_t *fault);

/* Makes the next BODY frame that credit allows: its head and tail in frame,
 * all of it in output (which is empty before). Returns 1, 0 when there is
 * nothing to send, or -1 for no memory. */
int persist_body_frame(persist_body_t *body, msgpack_sbuffer *frame,
                       persist_output_t *output);

/* Makes the frame that tells the worker that no more comes, because the
 * client's body is wrong. Returns as persist_body_frame. */
int persist_body_break(msgpack_sbuffer *frame, persist_output_t *output);

/* The frame made last has been sent. */
void persist_body_sent(persist_body_t *body);

#endif /* PERSIST_BODY_H */
