/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request_id.h: the id of a request in the logs of httpd and of
 * scripts. */

#ifndef PERSIST_REQUEST_ID_H
#define PERSIST_REQUEST_ID_H

#include "wire_frame.h"

#include <httpd.h>

/* Before the child has threads: makes the part that all ids of this child
 * share. */
void persist_request_id_child_init(apr_pool_t *p, server_rec *s);

/* Returns the id that the error log shows as %L for this request, or would show
 * if a line were logged. At most WIRE_REQUEST_ID_MAX bytes. */
wire_bytes_t persist_request_id_get(const request_rec *r);

/* Hook generate_log_id, before all others: repeats the id that was given to
 * this request, to the request that it is a subrequest of, or to the one that
 * an internal redirect came from or led to. */
int persist_request_id_repeat(const conn_rec *c, const request_rec *r,
                              const char **id);

/* Hook generate_log_id, behind those of other modules and before httpd's own,
 * which asks the kernel for the process's number each time. Gives a request for
 * persist-script 24 characters of RFC 4648's base64url, because scripts may
 * name files by the id. Declines all others. A request that was logged about
 * before it had a handler has httpd's id, which sometimes contains a slash. */
int persist_request_id_generate(const conn_rec *c, const request_rec *r,
                                const char **id);

#endif /* PERSIST_REQUEST_ID_H */
