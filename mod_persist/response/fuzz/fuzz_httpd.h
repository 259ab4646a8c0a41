/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_httpd.h: the parts of httpd that a fuzz target needs: a request, and the
 * functions that the code under test calls. */

#ifndef FUZZ_HTTPD_H
#define FUZZ_HTTPD_H

#include <httpd.h>

/* Makes a request in a pool of its own. `which` chooses its method and whether
 * it is for an error page; `conditions` is the result of
 * ap_meets_conditions(). */
request_rec *fuzz_request(unsigned which, unsigned conditions);

/* Copies the bytes into memory that ends with them and lasts as long as the
 * pool. */
void *fuzz_copy(apr_pool_t *p, const void *bytes, size_t len);

#endif /* FUZZ_HTTPD_H */
