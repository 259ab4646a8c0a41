/* SPDX-License-Identifier: Apache-2.0 */
/* persist_status.c: the handler persist-status. The page is in
 * persist_status.html; make turns it into the string below. */

#include <httpd.h> /* before all other headers of httpd */

#include "config/persist_config.h"
#include "config/persist_config_handler.h"
#include "lifecycle/persist_child.h"
#include "lifecycle/persist_child_ask.h"
#include "response/persist_advice.h"
#include "response/persist_policy.h"
#include "status/persist_status.h"
#include "status/persist_status_htaccess.h"
#include "status/persist_status_scope.h"

#include <apr_strings.h>
#include <http_config.h>
#include <http_core.h>
#include <http_protocol.h>
#include <string.h>

#define HANDLER "persist-status"
#define ANSWER_WAIT apr_time_from_sec(2)
#define LINES 10 /* of each script */
#define NONCE_MARK "@NONCE@"
#define REPORT_MARK "@REPORT@"

static const char page[] =
#include "status/persist_status_page.h"
    ;

/* Lines that a page shows. */
typedef struct shown {
    uint64_t lines; /* of each script */
    uint64_t whose; /* scripts; as in STATUS */
} shown_t;

/* Whoever may write a .htaccess file speaks for the scripts of its owner alone:
 * a link may lead from there into a directory of others. */
static shown_t shown_by(const char *htaccess, apr_pool_t *p)
{
    apr_finfo_t info;
    apr_int32_t wanted = APR_FINFO_OWNER | APR_FINFO_LINK;
    if (apr_stat(&info, htaccess, wanted, p) != APR_SUCCESS)
        return (shown_t){0, 0};
    return (shown_t){LINES, info.user};
}

/* The administrator decides for the page of all scripts, but not for those that
 * .htaccess has made. Collectors keep what they get, so metrics have no
 * lines. */
static shown_t shown_of(const request_rec *r, int format, const char *scope)
{
    persist_dir_config_t config;
    persist_config_dir(r, &config);
    if (format == WIRE_STATUS_METRICS || !config.status_log)
        return (shown_t){0, 0};
    if (config.status_log_from)
        return shown_by(config.status_log_from, r->pool);
    return (shown_t){scope ? 0 : LINES, WIRE_ANYBODY};
}

/* Only who sees all scripts sees figures of the whole server. */
static const char *ask(request_rec *r, int format)
{
    persist_child_t *child = persist_child_get();
    const char *scope = persist_status_scope_get(r);
    const shown_t shown = shown_of(r, format, scope);
    const char *report =
        child ? persist_child_report(child, format, scope, shown.lines,
                                     shown.whose, ANSWER_WAIT, r->pool)
              : NULL;
    return report && !scope
               ? persist_status_htaccess_join(report, format, r->pool)
               : report;
}

/* Sends the report as it is, for programs. */
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
    const char *nonce = persist_policy_nonce(r);
    if (!nonce)
        return HTTP_INTERNAL_SERVER_ERROR;
    ap_set_content_type(r, "text/html; charset=utf-8");
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
        return send_page(r, persist_advice_all, "");
    return send_status(r);
}

static int handler(request_rec *r)
{
    if (!persist_config_handler_is(r, HANDLER))
        return DECLINED;
    r->allowed |= AP_METHOD_BIT << M_GET;
    if (r->method_number != M_GET)
        return HTTP_METHOD_NOT_ALLOWED;
    persist_policy_keep_private(r);
    return send_what(r, r->args ? r->args : "");
}

void persist_status_register_hooks(apr_pool_t *p)
{
    (void)p;
    ap_hook_handler(handler, NULL, NULL, APR_HOOK_MIDDLE);
}
