/* SPDX-License-Identifier: Apache-2.0 */
/* persist_status.c: the handler persist-status. The page itself stands in
 * persist_status.html; make turns it into the string below. */

#include <httpd.h> /* before all other headers of httpd */

#include "persist_child.h"
#include "persist_status.h"

#include <http_config.h>
#include <http_core.h>
#include <http_protocol.h>
#include <string.h>

#define HANDLER "persist-status"
#define ANSWER_WAIT apr_time_from_sec(2)
#define REPORT_MARK "@REPORT@"

static const char page[] =
#include "persist_status_page.h"
    ;

static const char *ask(request_rec *r, int format)
{
    persist_child_t *child = persist_child_get();

    return child ? persist_child_report(child, format, ANSWER_WAIT, r->pool)
                 : NULL;
}

static int send_json(request_rec *r)
{
    const char *report = ask(r, WIRE_STATUS_JSON);

    if (!report)
        return HTTP_SERVICE_UNAVAILABLE;
    ap_set_content_type(r, "application/json");
    ap_set_content_length(r, (apr_off_t)strlen(report));
    ap_rputs(report, r);
    return OK;
}

/* The report is text, so it is escaped; the script takes ?json instead. */
static int send_page(request_rec *r)
{
    const char *report = ask(r, WIRE_STATUS_TEXT);
    const char *mark = strstr(page, REPORT_MARK);

    if (!report)
        report = "PERSIST3004: persistd does not answer\n";
    ap_set_content_type(r, "text/html; charset=utf-8");
    apr_table_setn(r->headers_out, "Content-Security-Policy",
                   "default-src 'none'; style-src 'unsafe-inline'; "
                   "script-src 'unsafe-inline'; connect-src 'self'");
    ap_rwrite(page, (int)(mark - page), r);
    ap_rputs(ap_escape_html(r->pool, report), r);
    ap_rputs(mark + sizeof REPORT_MARK - 1, r);
    return OK;
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
    return r->args && strcmp(r->args, "json") == 0 ? send_json(r)
                                                   : send_page(r);
}

void persist_status_register_hooks(apr_pool_t *p)
{
    (void)p;
    ap_hook_handler(handler, NULL, NULL, APR_HOOK_MIDDLE);
}
