/* SPDX-License-Identifier: Apache-2.0 */
/* persist_cgi.h: applies the rules of RFC 3875, section 6.2, and of mod_cgid to
 * the headers of a response with the flag WIRE_CGI. Other responses do not come
 * here. */

#ifndef PERSIST_CGI_H
#define PERSIST_CGI_H

#include "response/persist_headers.h"

#include <httpd.h>

/* What is sent instead of the worker's own document. persist_script_fault.c
 * sets the answer without the flag WIRE_CGI. */
typedef struct persist_cgi {
    const char *redirect; /* path of a local redirect; NULL: none */
    int answer;           /* status of a page that httpd makes; OK: none */
} persist_cgi_t;

/* Whether the Content-Length of a program counts ("SetEnv
 * ap_trust_cgilike_cl").
 */
persist_headers_rules_t persist_cgi_rules(const request_rec *r);

/* Stores one header that was checked in the table where mod_cgid would put it,
 * so that the same headers outlive a redirect or an error page. */
void persist_cgi_header(request_rec *r, persist_header_t kind, char *name,
                        char *value);

/* Call this once all headers are in their tables. Sets *cgi, and r->status,
 * which comes from the Status header or else from RESPONSE. If the script
 * gave no status (RESPONSE has 200), r->status stays; for an error page that is
 * the status of its error. Then the request's conditions are checked (status
 * 304, or cgi->answer 412). */
void persist_cgi_judge(request_rec *r, const persist_headers_t *headers,
                       int status, persist_cgi_t *cgi);

/* Does the local redirect: a GET of the path within this server. httpd's
 * configuration decides which handler serves the target. */
int persist_cgi_redirect(request_rec *r, const char *path);

/* handler hook, before all others: a target that has no type of its own gets
 * the one of the script, as under mod_cgid. Its handler has been chosen. */
int persist_cgi_keep_type(request_rec *r);

#endif /* PERSIST_CGI_H */
