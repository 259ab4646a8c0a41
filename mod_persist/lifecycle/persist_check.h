/* SPDX-License-Identifier: Apache-2.0 */
/* persist_check.h: finds what would keep persistd from starting, while httpd
 * still has its terminal. */

#ifndef PERSIST_CHECK_H
#define PERSIST_CHECK_H

#include <httpd.h>

/* For check_config. Checks in the first pass only, because a restart must not
 * end httpd while a package is being replaced. ptemp is for the time of the
 * call. */
int persist_check_config(server_rec *s, apr_pool_t *ptemp);

/* For post_config of the first pass: returns OK, or the status that ends httpd
 * because the check has found something. */
int persist_check_verdict(void);

#endif /* PERSIST_CHECK_H */
