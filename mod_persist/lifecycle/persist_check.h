/* SPDX-License-Identifier: Apache-2.0 */
/* persist_check.h: finds what would keep persistd from starting, while httpd
 * still has its terminal. */

#ifndef PERSIST_CHECK_H
#define PERSIST_CHECK_H

#include <httpd.h>

/* check_config hook. Checks in the first pass only, because a restart must not
 * end httpd while a package is being replaced. */
int persist_check_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                         server_rec *s);

/* For post_config of the first pass: returns OK, or the status that ends httpd
 * because the check has found something. */
int persist_check_verdict(void);

#endif /* PERSIST_CHECK_H */
