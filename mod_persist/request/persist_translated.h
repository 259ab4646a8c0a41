/* SPDX-License-Identifier: Apache-2.0 */
/* persist_translated.h: PATH_TRANSLATED, without the walk to its file. */

#ifndef PERSIST_TRANSLATED_H
#define PERSIST_TRANSLATED_H

#include <httpd.h>

/* ap_add_cgi_vars(), whose subrequest for PATH_TRANSLATED (RFC 3875, 4.1.6)
 * ends where PATH_INFO has been translated: the path is all that is asked for,
 * so nobody walks to the file, with .htaccess on the way and an index there. */
void persist_translated_add_cgi_vars(request_rec *r);

/* Hook map_to_storage, before all others: ends such a subrequest. */
int persist_translated_end(request_rec *r);

#endif /* PERSIST_TRANSLATED_H */
