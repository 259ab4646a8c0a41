/* SPDX-License-Identifier: Apache-2.0 */
/* persist_cgi.h: what RFC 3875, section 6.2 and mod_cgid make of the headers of
 * a response with the flag cgi. No other response comes here. */

#ifndef PERSIST_CGI_H
#define PERSIST_CGI_H

#include "response/persist_headers.h"

#include <httpd.h>

/* What is sent in place of the script's own document. */
typedef struct persist_cgi {
    const char *redirect; /* path of a local redirect; NULL: none */
    int answer;           /* status of a page that httpd makes; OK: none */
} persist_cgi_t;

/* One header that was checked; goes where mod_cgid puts it, so that those that
 * outlive a redirect or an error page are the same ones. */
void persist_cgi_header(request_rec *r, persist_header_t kind, char *name,
                        char *value);

/* With all headers in their tables: sets r->status, which RESPONSE says if no
 * Status header does, and *cgi. Where the script gave no status (RESPONSE says
 * 200) r->status stays, which for an error page is that of its error, and the
 * request's conditions are looked at (it is 304 then, or cgi->answer 412). */
void persist_cgi_judge(request_rec *r, const persist_headers_t *headers,
                       int status, persist_cgi_t *cgi);

/* The local redirect: a GET of the path within this server. Its handler is what
 * httpd's configuration says of the target. */
int persist_cgi_redirect(request_rec *r, const char *path);

#endif /* PERSIST_CGI_H */
