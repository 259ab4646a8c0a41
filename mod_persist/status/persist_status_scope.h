/* SPDX-License-Identifier: Apache-2.0 */
/* persist_status_scope.h: which scripts a status page may show. */

#ifndef PERSIST_STATUS_SCOPE_H
#define PERSIST_STATUS_SCOPE_H

#include <httpd.h>

/* Returns the directory, with a slash at its end, whose scripts the answer may
 * show: the one that the URL leads into. Returns NULL, for all scripts, only if
 * a SetHandler in the server's own configuration has made r a status page. A
 * .htaccess file can never open more than its own directory, in whatever way it
 * sets the handler. */
const char *persist_status_scope_get(request_rec *r);

#endif /* PERSIST_STATUS_SCOPE_H */
