/* SPDX-License-Identifier: Apache-2.0 */
/* persist_route.h: leads every URL below an application's folder to the
 * application. */

#ifndef PERSIST_ROUTE_H
#define PERSIST_ROUTE_H

#include <httpd.h>

/* True if the request's handler is persist-app. */
int persist_route_is_app(const request_rec *r);

/* Returns the URL of the application's folder, without a slash at its end: the
 * SCRIPT_NAME of RFC 3875 and PEP 3333, "" for the root of the site. NULL: no
 * application has been found for this request. */
const char *persist_route_mount(const request_rec *r);

/* Registers the hooks that find the application, and what httpd itself sends of
 * its folder. */
void persist_route_register_hooks(apr_pool_t *p);

#endif /* PERSIST_ROUTE_H */
