/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request_id.h: makes the ids of requests for persist-script. What is
 * done with an id: response/persist_log_id.h. */

#ifndef PERSIST_REQUEST_ID_H
#define PERSIST_REQUEST_ID_H

#include <httpd.h>

/* Before the child has threads: makes the part that all ids of this child
 * share. */
void persist_request_id_child_init(apr_pool_t *p, server_rec *s);

/* Hook generate_log_id, behind those of other modules and before httpd's own,
 * which asks the kernel for the process's number each time. Gives a request for
 * persist-script 24 characters of RFC 4648's base64url, because scripts may
 * name files by the id. Declines all others. A request that was logged about
 * before it had a handler has httpd's id, which sometimes contains a slash. */
int persist_request_id_generate(const conn_rec *c, const request_rec *r,
                                const char **id);

#endif /* PERSIST_REQUEST_ID_H */
