/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request_id.h: the name of a request in the logs of both sides. */

#ifndef PERSIST_REQUEST_ID_H
#define PERSIST_REQUEST_ID_H

#include "wire_frame.h"

#include <httpd.h>

/* Before the child has threads: what all ids of this child have in common. */
void persist_request_id_child_init(apr_pool_t *p, server_rec *s);

/* The id that the error log shows as %L for this request, or would show if a
 * line were logged; WIRE_REQUEST_ID_MAX bytes at most. */
wire_bytes_t persist_request_id_get(const request_rec *r);

/* Hook generate_log_id, before all others: repeats what was given out to this
 * request, to the one that it is a part of, or by a redirect to or from it. */
int persist_request_id_repeat(const conn_rec *c, const request_rec *r,
                              const char **id);

/* Hook generate_log_id, behind those of other modules and before httpd's own,
 * which asks the kernel for the process's number each time: for a request of
 * ours 24 characters of RFC 4648's base64url, as scripts may name files by it.
 * Declines all others; one that was logged about before it had a handler has
 * httpd's, with a slash at times. */
int persist_request_id_generate(const conn_rec *c, const request_rec *r,
                                const char **id);

#endif /* PERSIST_REQUEST_ID_H */
