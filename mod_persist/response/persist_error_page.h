/* SPDX-License-Identifier: Apache-2.0 */
/* persist_error_page.h: which request began what httpd runs now: the client's,
 * or an error page (ErrorDocument) for a request that was refused. */

#ifndef PERSIST_ERROR_PAGE_H
#define PERSIST_ERROR_PAGE_H

#include <httpd.h>

/* Returns the first request of those that have led to r by internal redirects,
 * such as those of mod_rewrite. Behind a refused request begins another row:
 * the first one is then that for the URL of ErrorDocument. */
const request_rec *persist_error_page_begin(const request_rec *r);

/* True for an error page, and for what its URL has been redirected to. It is a
 * request with the headers of the request that failed. */
int persist_error_page_is(const request_rec *r);

#endif /* PERSIST_ERROR_PAGE_H */
