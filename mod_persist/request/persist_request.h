/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request.h: the handler persist-script. */

#ifndef PERSIST_REQUEST_H
#define PERSIST_REQUEST_H

#include <httpd.h>

/* Any thread of a child: answers the request when its handler is
 * persist-script, else DECLINED. A request that is ours is never declined:
 * what it cannot serve is refused with its PERSISTnnnn, so that no source and
 * no data file beside a script ever goes out as a static file. */
int persist_request_handler(request_rec *r);

/* Hooks the handler and what it needs in each child. */
void persist_request_register_hooks(apr_pool_t *p);

#endif /* PERSIST_REQUEST_H */
