/* SPDX-License-Identifier: Apache-2.0 */
/* persist_check.h: what would keep persistd from starting, said while httpd has
 * its terminal still. */

#ifndef PERSIST_CHECK_H
#define PERSIST_CHECK_H

#include <httpd.h>

/* check_config hook. In the first pass only: a restart must not end httpd while
 * a package is being replaced. */
int persist_check_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                         server_rec *s);

/* The first pass's post_config: OK, or what ends httpd because the check has
 * found something. */
int persist_check_verdict(void);

#endif /* PERSIST_CHECK_H */
