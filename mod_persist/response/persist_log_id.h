/* SPDX-License-Identifier: Apache-2.0 */
/* persist_log_id.h: the id of a request in the logs of httpd and of scripts,
 * and on error pages. */

#ifndef PERSIST_LOG_ID_H
#define PERSIST_LOG_ID_H

#include <httpd.h>

/* Returns the id that the error log shows as %L for this request, or would show
 * if a line were logged: one and the same for all requests that httpd makes of
 * the client's. */
const char *persist_log_id_get(const request_rec *r);

/* Names the id in the head of the response (Persist-Error-Id), whose headers
 * are set. A header of that name from the script goes. */
void persist_log_id_show(request_rec *r);

/* Hook generate_log_id, before all others: repeats the id that was given to
 * this request, to the request that it is a subrequest of, or to the one that
 * an internal redirect came from or led to. */
int persist_log_id_repeat(const conn_rec *c, const request_rec *r,
                          const char **id);

#endif /* PERSIST_LOG_ID_H */
