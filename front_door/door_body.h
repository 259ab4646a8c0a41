/* SPDX-License-Identifier: Apache-2.0 */
/* door_body.h: the request's body, from standard input to BODY frames. */

#ifndef DOOR_BODY_H
#define DOOR_BODY_H

#include "exchange/persist_output.h"
#include "wire_message.h"

#include <stdint.h>

typedef struct door_body {
    int64_t length;     /* bytes that are still to be read; -1: up to its end */
    wire_bytes_t first; /* the part inside REQUEST */
    uint64_t credit;    /* bytes that the worker has asked for */
    uint64_t limit;     /* PersistMaxBody; 0: none */
    uint64_t taken;     /* bytes that were read */
    int mode;           /* enum wire_body_mode */
    int asked;          /* this worker has sent WANT */
    int last;           /* the frame that ends the body has been made */
    int pulled;         /* bytes behind `first` were sent, and are lost */
    int broken;         /* it has ended before its length, or is too long */
    uint8_t *buffer;
} door_body_t;

/* Learns what will come, and reads nothing. content_length: the variable, or
 * ""; chunked: the client has not told the length. */
void door_body_expect(door_body_t *body, const char *content_length,
                      int chunked);

/* Reads a body of up to 64 KiB whole, before a worker is claimed for it. limit:
 * PersistMaxBody. Returns 0, or WIRE_FAULT_BODY_LIMIT; a body that breaks off
 * is `broken`. */
int door_body_begin(door_body_t *body, uint64_t limit);

/* Ends standard output, then discards what nobody has read of the body. Where
 * both are one socket, as mod_cgid has it, a close with unread bytes would take
 * the response back from the server. */
void door_body_discard(door_body_t *body);

/* Another worker gets the request. */
void door_body_restart(door_body_t *body);

/* Handles WANT. Returns 0, or -1 if the worker asks for more than it may. */
int door_body_want(door_body_t *body, uint64_t bytes);

/* True while there is a reason to read standard input. */
int door_body_hungry(const door_body_t *body);

/* Reads once, which may block, and makes the next BODY frame: its head and tail
 * in frame, all of it in output. Returns 0, or -1 without memory. */
int door_body_frame(door_body_t *body, msgpack_sbuffer *frame,
                    persist_output_t *output);

#endif /* DOOR_BODY_H */
