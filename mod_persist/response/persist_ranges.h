/* SPDX-License-Identifier: Apache-2.0 */
/* persist_ranges.h: which responses may be cut into ranges (RFC 9110, 14).
 * Pure. */

#ifndef PERSIST_RANGES_H
#define PERSIST_RANGES_H

/* A response of which the client wants a part only. */
typedef struct persist_ranges {
    int is_get;          /* the request's method; HEAD is another one */
    int is_cgi;          /* the response has the flag WIRE_CGI */
    int is_file;         /* nothing but passed files is in its body */
    int is_dated;        /* Last-Modified is there and is a date */
    const char *etag;    /* ETag, or NULL */
    const char *accepts; /* Accept-Ranges of the script, or NULL */
} persist_ranges_t;

/* True if httpd may send the part that the client wants. */
int persist_ranges_allowed(const persist_ranges_t *response);

#endif /* PERSIST_RANGES_H */
