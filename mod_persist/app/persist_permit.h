/* SPDX-License-Identifier: Apache-2.0 */
/* persist_permit.h: what httpd permits of an application's file, as it would of
 * a script at that place. */

#ifndef PERSIST_PERMIT_H
#define PERSIST_PERMIT_H

#include <httpd.h> /* before all other headers of httpd */

#include <http_core.h>

/* For a request whose file is an application's entry file, with its finfo: sets
 * *options to those that hold for this file at the request's URL. Returns NULL,
 * or why httpd would refuse a script there, for the log: Options forbids a link
 * on the way to the file. */
const char *persist_permit_refuses(request_rec *r, allow_options_t *options);

#endif /* PERSIST_PERMIT_H */
