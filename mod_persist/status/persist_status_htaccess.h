/* SPDX-License-Identifier: Apache-2.0 */
/* persist_status_htaccess.h: adds what httpd's children know of
 * PersistHtaccessCache to a report of persistd. */

#ifndef PERSIST_STATUS_HTACCESS_H
#define PERSIST_STATUS_HTACCESS_H

#include <httpd.h>

/* format: WIRE_STATUS_JSON, WIRE_STATUS_METRICS or WIRE_STATUS_TEXT, which
 * report is in. Returns the report with the figures, or report itself if it is
 * not of that format; in p. */
const char *persist_status_htaccess_join(const char *report, int format,
                                         apr_pool_t *p);

#endif /* PERSIST_STATUS_HTACCESS_H */
