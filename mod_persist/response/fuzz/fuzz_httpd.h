/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_httpd.h: what a fuzz target needs of httpd: a request, and the calls
 * that lead out of the code in question. */

#ifndef FUZZ_HTTPD_H
#define FUZZ_HTTPD_H

#include <httpd.h>

/* A request in a pool of its own. `which` chooses its method and whether it is
 * for an error page, `conditions` what ap_meets_conditions() will say. */
request_rec *fuzz_request(unsigned which, unsigned conditions);

/* The bytes in memory that ends with them, until the pool goes. */
void *fuzz_copy(apr_pool_t *p, const void *bytes, size_t len);

#endif /* FUZZ_HTTPD_H */
