/* SPDX-License-Identifier: Apache-2.0 */
/* door_body.h: the request's body, from standard input to BODY frames. */

#ifndef DOOR_BODY_H
#define DOOR_BODY_H

#include "door_settings.h"
#include "door_spool.h"
#include "exchange/persist_output.h"
#include "wire_message.h"

#include <stdint.h>

/* The default of httpd's PersistCeiling BufferRequest. */
#define DOOR_BODY_WHOLE (UINT64_C(64) << 20)

typedef struct door_body {
    int64_t length;     /* bytes that are still to be read; -1: up to its end */
    wire_bytes_t first; /* the part inside REQUEST */
    uint64_t credit;    /* bytes that the worker has asked for */
    uint64_t limit;     /* PersistMaxBody; 0: none */
    uint64_t taken;     /* bytes that were read */
    int mode;           /* enum wire_body_mode */
    int asked;          /* this worker has sent WANT */
    int last;           /* the frame that ends the body has been made */
    int pulled;         /* bytes were sent that nobody has kept */
    int broken;         /* it has ended before its length, or is too long */
    uint8_t *buffer;
    uint64_t held;      /* bytes that are kept; the first are in buffer */
    uint64_t sent;      /* of those, the bytes that this worker has got */
    door_spool_t spool; /* the kept bytes that buffer has no room for */
} door_body_t;

/* Learns what will come, and reads nothing. content_length: the variable, or
 * ""; chunked: the client has not told the length. */
void door_body_expect(door_body_t *body, const char *content_length,
                      int chunked);

/* Reads the body before a worker is claimed for it: up to 64 KiB, or the
 * REQUEST of PersistBuffer, and keeps what it has read. Of a body whose length
 * is known, and whose client is quick, it reads no more than memory has room
 * for. Returns 0, WIRE_FAULT_BODY_LIMIT (PersistMaxBody), or WIRE_FAULT_SPOOL
 * with errno; a body that breaks off is `broken`. */
int door_body_begin(door_body_t *body, const door_settings_t *settings);

/* After that, for a script that reads CONTENT_LENGTH bytes of a body whose
 * length is not known: reads all of it, up to PersistMaxBody, or else
 * DOOR_BODY_WHOLE (or REQUEST, if that is more). Returns as door_body_begin(),
 * or WIRE_FAULT_BODY_WHOLE, or WIRE_FAULT_NO_LENGTH with PersistBuffer off. */
int door_body_gather(door_body_t *body, const door_settings_t *settings);

/* True if its length is known: the server has told it, or it has ended. */
int door_body_is_measured(const door_body_t *body);

/* Ends standard output, then discards what nobody has read of the body. Where
 * both are one socket, as mod_cgid has it, a close with unread bytes would take
 * the response back from the server. */
void door_body_discard(door_body_t *body);

/* Another worker gets the request. */
void door_body_restart(door_body_t *body);

/* Handles WANT. Returns 0, or -1 if the worker asks for more than it may. */
int door_body_want(door_body_t *body, uint64_t bytes);

/* True while the worker waits for more of the body. */
int door_body_hungry(const door_body_t *body);

/* True while there are bytes for it that have been read already. */
int door_body_is_ahead(const door_body_t *body);

/* Makes the next BODY frame: its head and tail in frame, all of it in output.
 * If no bytes are ahead it reads once, which may block. Returns 0, or -1
 * without memory. */
int door_body_frame(door_body_t *body, msgpack_sbuffer *frame,
                    persist_output_t *output);

#endif /* DOOR_BODY_H */
