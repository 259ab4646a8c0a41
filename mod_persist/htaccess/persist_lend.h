/* SPDX-License-Identifier: Apache-2.0 */
/* persist_lend.h: gives a request what is kept of the .htaccess files on its
 * way, so that httpd does not read them. */

#ifndef PERSIST_LEND_H
#define PERSIST_LEND_H

#include <httpd.h> /* before all other headers of httpd */

/* The hook map_to_storage, just before core's. Always DECLINED. */
int persist_lend(request_rec *r);

#endif /* PERSIST_LEND_H */
