/* SPDX-License-Identifier: Apache-2.0 */
/* door_head.h: the header of a CGI response, out of a RESPONSE. Pure, except
 * for memory. */

#ifndef DOOR_HEAD_H
#define DOOR_HEAD_H

#include "response/persist_headers.h"
#include "wire_message.h"

/* Appends the header to `to`, with the empty line at its end. headers: what
 * persist_headers_check() has found. length: of the whole body, for a
 * Content-Length that the script has not sent; -1: unknown. Returns 0, or -1
 * without memory. */
int door_head_make(const wire_response_t *response,
                   const persist_headers_t *headers, int64_t length,
                   msgpack_sbuffer *to);

/* True if a response of this status has no body. */
int door_head_is_bodyless(int status);

/* The status of the response: that of the header Status, where it counts. */
int door_head_status(const wire_response_t *response,
                     const persist_headers_t *headers);

#endif /* DOOR_HEAD_H */
