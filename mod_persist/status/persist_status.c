/* SPDX-License-Identifier: Apache-2.0 */
/* persist_status.c: the handler persist-status. The page is in
 * persist_status.html, the codes are in docs/errors.md; make turns both into
 * the strings below. */

#include <httpd.h> /* before all other headers of httpd */

#include "lifecycle/persist_child.h"
#include "lifecycle/persist_child_ask.h"
#include "status/persist_status.h"
#include "status/persist_status_scope.h"

#include <apr_general.h>
#include <apr_strings.h>
#include <http_config.h>
#include <http_core.h>
#include <http_protocol.h>
#include <string.h>

#define HANDLER "persist-status"
#define ANSWER_WAIT apr_time_from_sec(2)
#define NONCE_BYTES 16
#define NONCE_MARK "@NONCE@"
#define REPORT_MARK "@REPORT@"

static const char page[] =
#include "status/persist_status_page.h"
    ;
static const char errors[] =
#include "status/persist_status_errors.h"
    ;

static const char *ask(request_rec *r, int format)
{
    persist_child_t *child = persist_child_get();
    return child ? persist_child_report(child, format,
                                        persist_status_scope_get(r),
                                        ANSWER_WAIT, r->pool)
                 : NULL;
}

/* Sends persistd's report unchanged, for programs. */
static int send_report(request_rec *r, int format, const char *type)
{
    const char *report = ask(r, format);
    if (!report)
        return HTTP_SERVICE_UNAVAILABLE;
    ap_set_content_type(r, type);
    ap_set_content_length(r, (apr_off_t)strlen(report));
    ap_rputs(report, r);
    return OK;
}

/* A page runs and styles only what carries this request's own number, so that
 * text which was not escaped by mistake could do nothing. */
static const char *set_policy(request_rec *r)
{
    unsigned char bytes[NONCE_BYTES];
    char nonce[2 * NONCE_BYTES + 1];
    if (apr_generate_random_bytes(bytes, sizeof(bytes)) != APR_SUCCESS)
        return NULL;
    ap_bin2hex(bytes, sizeof(bytes), nonce);
    apr_table_setn(r->headers_out, "Content-Security-Policy",
                   apr_psprintf(r->pool,
                                "default-src 'none'; style-src 'nonce-%s'; "
                                "script-src 'nonce-%s'; connect-src 'self'; "
                                "base-uri 'none'; form-action 'none'; "
                                "frame-ancestors 'none'",
                                nonce, nonce));
    return apr_pstrdup(r->pool, nonce);
}

/* Returns the value for this place of a page and moves *at behind it. Returns
 * NULL for an ordinary @. */
static const char *value_at(const char **at, const char *nonce,
                            const char *report)
{
    if (strncmp(*at, NONCE_MARK, sizeof(NONCE_MARK) - 1) == 0) {
        *at += sizeof(NONCE_MARK) - 1;
        return nonce;
    }
    if (strncmp(*at, REPORT_MARK, sizeof(REPORT_MARK) - 1) == 0) {
        *at += sizeof(REPORT_MARK) - 1;
        return report;
    }
    return NULL;
}

static void fill(request_rec *r, const char *at, const char *nonce,
                 const char *report)
{
    const char *mark, *from = at;
    while ((mark = strchr(at, '@')) != NULL) {
        const char *behind = mark;
        const char *value = value_at(&behind, nonce, report);
        at = mark + 1;
        if (!value)
            continue;
        ap_rwrite(from, (int)(mark - from), r);
        ap_rputs(value, r);
        from = at = behind;
    }
    ap_rputs(from, r);
}

static int send_page(request_rec *r, const char *text, const char *report)
{
    const char *nonce = set_policy(r);
    if (!nonce)
        return HTTP_INTERNAL_SERVER_ERROR;
    ap_set_content_type(r, "text/html; charset=utf-8");
    apr_table_setn(r->headers_out, "Referrer-Policy", "no-referrer");
    fill(r, text, nonce, report);
    return OK;
}

/* Escapes the text report, which is for browsers without scripts. With scripts
 * the page fetches ?json. */
static int send_status(request_rec *r)
{
    const char *report = ask(r, WIRE_STATUS_TEXT);
    if (!report)
        report = "PERSIST3004: persistd does not answer\n";
    return send_page(r, page, ap_escape_html(r->pool, report));
}

/* True for "json", and for "json=", as some collectors write it. */
static int is(const char *what, const char *name)
{
    size_t len = strlen(name);
    return strncmp(what, name, len) == 0 &&
           (!what[len] || strcmp(what + len, "=") == 0);
}

static int send_what(request_rec *r, const char *what)
{
    if (is(what, "json"))
        return send_report(r, WIRE_STATUS_JSON, "application/json");
    if (is(what, "metrics"))
        return send_report(r, WIRE_STATUS_METRICS,
                           "application/openmetrics-text; version=1.0.0; "
                           "charset=utf-8");
    if (is(what, "errors"))
        return send_page(r, errors, "");
    return send_status(r);
}

static int handler(request_rec *r)
{
    if (!r->handler || strcmp(r->handler, HANDLER) != 0)
        return DECLINED;
    r->allowed |= AP_METHOD_BIT << M_GET;
    if (r->method_number != M_GET)
        return HTTP_METHOD_NOT_ALLOWED;
    apr_table_setn(r->headers_out, "Cache-Control", "no-store");
    apr_table_setn(r->headers_out, "X-Content-Type-Options", "nosniff");
    return send_what(r, r->args ? r->args : "");
}

void persist_status_register_hooks(apr_pool_t *p)
{
    (void)p;
    ap_hook_handler(handler, NULL, NULL, APR_HOOK_MIDDLE);
}
