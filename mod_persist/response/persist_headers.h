/* SPDX-License-Identifier: Apache-2.0 */
/* persist_headers.h: which response headers a worker may send. Pure. */

#ifndef PERSIST_HEADERS_H
#define PERSIST_HEADERS_H

#include "wire_message.h"

typedef enum persist_header {
    PERSIST_HEADER_PLAIN = 0, /* passed on as it is, repeats kept */
    /* at most one of each: */
    PERSIST_HEADER_CONTENT_TYPE,
    PERSIST_HEADER_CONTENT_LENGTH,
    PERSIST_HEADER_LOCATION,
    PERSIST_HEADER_ETAG,
    PERSIST_HEADER_LAST_MODIFIED,
    PERSIST_HEADER_STATUS, /* never passed on as a header */
    /* left out, because httpd controls the connection */
    PERSIST_HEADER_DROPPED
} persist_header_t;

/* The rules for a list. */
typedef enum persist_headers_rules {
    PERSIST_HEADERS_HTTP = 0,
    PERSIST_HEADERS_CGI,       /* forms that mod_cgid takes; no Content-Length
                                  counts */
    PERSIST_HEADERS_CGI_LENGTH /* the same, but Content-Length counts */
} persist_headers_rules_t;

/* The result of checking a whole list. */
typedef struct persist_headers {
    int64_t content_length; /* -1: none */
    int status;             /* of a Status header, 0: none */
    int validated;          /* ETag or Last-Modified is there */
    wire_bytes_t line; /* of a Status header with a reason phrase; or len 0 */
    wire_bytes_t dropped; /* name of a header that is left out; len 0: none */
    wire_bytes_t bad;     /* name of the wrong header if the check fails */
} persist_headers_t;

persist_header_t persist_headers_kind(wire_bytes_t name);

/* Checks that names are tokens (RFC 9110), that values hold no control byte but
 * tab, that single headers come once, and that Content-Length and Status are
 * valid. CGI programs may send several Last-Modified, and have any character
 * but a digit behind the number of Status. Returns 0, or WIRE_FAULT_BAD_HEADER
 * with headers->bad set. */
int persist_headers_check(wire_list_t list, persist_headers_rules_t rules,
                          persist_headers_t *headers);

/* Returns the status line without the protocol ("404 Nothing Here") for a
 * response of this status; len 0: it has no reason phrase of its own. */
wire_bytes_t persist_headers_line(const persist_headers_t *headers, int status);

#endif /* PERSIST_HEADERS_H */
