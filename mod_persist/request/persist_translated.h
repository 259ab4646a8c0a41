/* SPDX-License-Identifier: Apache-2.0 */
/* persist_translated.h: makes PATH_TRANSLATED without looking for its file. */

#ifndef PERSIST_TRANSLATED_H
#define PERSIST_TRANSLATED_H

#include <httpd.h>

/* Calls ap_add_cgi_vars(), but ends its subrequest for PATH_TRANSLATED (RFC
 * 3875, 4.1.6) once PATH_INFO has been translated. Only the path is wanted, so
 * the walk to the file, with .htaccess on the way and an index there, is left
 * out. */
void persist_translated_add_cgi_vars(request_rec *r);

/* Hook map_to_storage, before all others: ends such a subrequest. */
int persist_translated_end(request_rec *r);

#endif /* PERSIST_TRANSLATED_H */
