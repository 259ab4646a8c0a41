/* SPDX-License-Identifier: Apache-2.0 */
/* persist_status_scope.h: how much a status page may show. */

#ifndef PERSIST_STATUS_SCOPE_H
#define PERSIST_STATUS_SCOPE_H

#include <httpd.h>

/* The directory whose scripts the answer may tell of, with a slash at its end:
 * the one that the URL leads into. NULL, for all scripts, only where a
 * SetHandler of the server's own configuration has made r a status page: what a
 * .htaccess file says, in whatever way, never opens more than its own
 * directory. */
const char *persist_status_scope_get(request_rec *r);

#endif /* PERSIST_STATUS_SCOPE_H */
