/* SPDX-License-Identifier: Apache-2.0 */
/* persist_learn.h: keeps what a request had to read. */

#ifndef PERSIST_LEARN_H
#define PERSIST_LEARN_H

#include <httpd.h> /* before all other headers of httpd */

/* Any thread: keeps the .htaccess files of this request's directories that were
 * not lent to it, as far as they may be kept. */
void persist_learn(request_rec *r);

#endif /* PERSIST_LEARN_H */
