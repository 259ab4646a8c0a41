/* SPDX-License-Identifier: Apache-2.0 */
/* persist_conditions.h: what a client asks for on a condition, or only a part
 * of (RFC 9110, 13 and 14). */

#ifndef PERSIST_CONDITIONS_H
#define PERSIST_CONDITIONS_H

#include "response/persist_headers.h"

#include <httpd.h>

/* Checks the request's conditions against the headers in r->headers_out, as
 * httpd does for its own files. If the client has the response already,
 * r->status becomes 304. *answer becomes the status of a page that httpd makes
 * in its place (412), or OK. */
void persist_conditions_meet(request_rec *r, int *answer);

/* The same for a response without the flag WIRE_CGI, whose r->status is set and
 * whose headers are in r->headers_out. Only a 200 to GET or HEAD with a
 * validator has conditions: any other method has had its effect by now. */
void persist_conditions_check(request_rec *r, const persist_headers_t *headers,
                              int *answer);

/* Call this before the response goes down the filters. Makes httpd ignore Range
 * if this response may not be cut. is_cgi: it has the flag WIRE_CGI; is_file:
 * nothing but passed files is in its body. */
void persist_conditions_range(request_rec *r, int is_cgi, int is_file);

#endif /* PERSIST_CONDITIONS_H */
