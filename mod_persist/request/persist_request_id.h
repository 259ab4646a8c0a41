/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request_id.h: the name of a request in the logs of both sides. */

#ifndef PERSIST_REQUEST_ID_H
#define PERSIST_REQUEST_ID_H

#include "wire_frame.h"

#include <httpd.h>

/* The id that the error log shows as %L for this request, or would show if a
 * line were logged; WIRE_REQUEST_ID_MAX bytes at most. */
wire_bytes_t persist_request_id_get(request_rec *r);

/* Hook generate_log_id, before all others: repeats what was given out. */
int persist_request_id_generate(const conn_rec *c, const request_rec *r,
                                const char **id);

/* Hook generate_log_id, after all others but httpd's own: an id as httpd makes
 * it, of time, process and thread. httpd asks the kernel each time which
 * process it is. */
int persist_request_id_make(const conn_rec *c, const request_rec *r,
                            const char **id);

/* child_init: which process this is. */
void persist_request_id_child_init(apr_pool_t *p, server_rec *s);

#endif /* PERSIST_REQUEST_ID_H */
