/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request.h: the handler persist-script. */

#ifndef PERSIST_REQUEST_H
#define PERSIST_REQUEST_H

#include <httpd.h>

/* Any thread of a child: answers the request if its handler is persist-script,
 * else returns DECLINED. A request for persist-script is never declined. If it
 * cannot be served it is refused with its PERSISTnnnn, so that no source and no
 * data file beside a script ever goes out as a static file. */
int persist_request_handler(request_rec *r);

/* Registers the handler and the hooks that it needs in each child. */
void persist_request_register_hooks(apr_pool_t *p);

#endif /* PERSIST_REQUEST_H */
