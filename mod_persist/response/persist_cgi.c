/* SPDX-License-Identifier: Apache-2.0 */
/* persist_cgi.c: applies the rules of RFC 3875, section 6.2, and of mod_cgid to
 * the headers of a response with the flag WIRE_CGI. */

#include "response/persist_cgi.h"
#include "response/persist_conditions.h"

#include <apr_date.h>
#include <apr_strings.h>
#include <http_protocol.h>
#include <http_request.h>

#define TYPE_NOTE "persist-redirect-type"

/* As under mod_cgid: many programs count characters, or send no body. */
persist_headers_rules_t persist_cgi_rules(const request_rec *r)
{
    return apr_table_get(r->subprocess_env, "ap_trust_cgilike_cl")
               ? PERSIST_HEADERS_CGI_LENGTH
               : PERSIST_HEADERS_CGI;
}

static void set_last_modified(request_rec *r, const char *value)
{
    apr_time_t when = apr_date_parse_http(value);
    if (when == APR_DATE_BAD)
        return;
    ap_update_mtime(r, when);
    ap_set_last_modified(r);
}

static void set_content_type(request_rec *r, char *value)
{
    ap_content_type_tolower(value);
    ap_set_content_type(r, value);
}

void persist_cgi_header(request_rec *r, persist_header_t kind, char *name,
                        char *value)
{
    switch (kind) {
    case PERSIST_HEADER_CONTENT_TYPE:
        set_content_type(r, value);
        break;
    case PERSIST_HEADER_LAST_MODIFIED:
        set_last_modified(r, value);
        break;
    case PERSIST_HEADER_ETAG:
    case PERSIST_HEADER_LOCATION:
        apr_table_setn(r->headers_out, name, value);
        break;
    case PERSIST_HEADER_PLAIN:
        if (ap_cstr_casecmp(name, "Set-Cookie") == 0)
            apr_table_addn(r->err_headers_out, name, value);
        else if (ap_cstr_casecmp(name, "Content-Range") == 0)
            apr_table_setn(r->headers_out, name, value);
        else
            apr_table_mergen(r->err_headers_out, name, value);
        break;
    default:
        break;
    }
}

void persist_cgi_judge(request_rec *r, const persist_headers_t *headers,
                       int status, persist_cgi_t *cgi)
{
    const char *location = apr_table_get(r->headers_out, "Location");
    if (headers->status || status != HTTP_OK) {
        r->status = headers->status ? headers->status : status;
    } else if (r->method_number == M_GET) {
        persist_conditions_meet(r, &cgi->answer);
    }
    if (!location || r->status != HTTP_OK || cgi->answer != OK)
        return;
    if (*location == '/')
        cgi->redirect = location;
    else
        cgi->answer = HTTP_MOVED_TEMPORARILY;
}

/* The target gets no body, even if this request had one. Its type waits in a
 * note: httpd takes a type for the name of a handler, and the script must not
 * choose that. */
int persist_cgi_redirect(request_rec *r, const char *path)
{
    if (r->content_type)
        apr_table_setn(r->notes, TYPE_NOTE, r->content_type);
    r->method = "GET";
    r->method_number = M_GET;
    apr_table_unset(r->headers_in, "Content-Length");
    apr_table_unset(r->headers_in, "Transfer-Encoding");
    ap_internal_redirect(path, r);
    return OK;
}

int persist_cgi_keep_type(request_rec *r)
{
    if (!r->prev || r->content_type)
        return DECLINED;
    const char *type = apr_table_get(r->prev->notes, TYPE_NOTE);
    if (type)
        ap_set_content_type(r, type);
    return DECLINED;
}
