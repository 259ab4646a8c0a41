/* SPDX-License-Identifier: Apache-2.0 */
/* persist_htaccess.h: PersistHtaccessCache. httpd reads and parses each
 * .htaccess file for each request; here it is parsed once, and compared by
 * stat() in each request.
 * Why, and what is never kept:
 * docs/decisions/htaccess-at-the-price-of-a-stat.md */

#ifndef PERSIST_HTACCESS_H
#define PERSIST_HTACCESS_H

#include <httpd.h> /* before all other headers of httpd */

#include <http_config.h>

void persist_htaccess_register_hooks(apr_pool_t *p);

/* The directive: 1 for On, 0 for Off. */
void persist_htaccess_switch(int on);

/* Any thread: call this for a request whose .htaccess files are worth
 * keeping. Without the cache it does nothing. */
void persist_htaccess_keep(request_rec *r);

/* Returns NULL if the cache works, or why it does not. */
const char *persist_htaccess_off(void);

#endif /* PERSIST_HTACCESS_H */
