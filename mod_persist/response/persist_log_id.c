/* SPDX-License-Identifier: Apache-2.0 */
/* persist_log_id.c: the id of a request in the logs of httpd and of scripts,
 * and on error pages.
 *
 * httpd makes a request's log id when the first line is logged for it, and not
 * before. If r->log_id were set earlier, "ErrorLogFormat request" would not be
 * written. So the id is made by httpd's hook, kept with the request, and
 * returned when httpd asks for one. */

#include "response/persist_log_id.h"

#include <http_config.h>
#include <http_log.h>

#define HEADER "Persist-Error-Id"

extern module AP_MODULE_DECLARE_DATA persist_module;

/* Returns the request that came from the client. The logs show one id for it
 * and for all requests that httpd makes of it: included parts, and redirects to
 * an ErrorDocument or by mod_rewrite. */
static const request_rec *first(const request_rec *r)
{
    while (r && (r->main || r->prev))
        r = r->main ? r->main : r->prev;
    return r;
}

static const char *name_of(const request_rec *r)
{
    return r->log_id ? r->log_id
                     : ap_get_module_config(r->request_config, &persist_module);
}

static const char *given_name(const request_rec *r)
{
    const char *name = r ? name_of(r) : NULL;
    for (r = first(r); r && !name; r = r->next)
        name = name_of(r);
    return name;
}

static const char *make_id(const request_rec *r)
{
    const char *id = NULL;
    ap_run_generate_log_id(r->connection, r, &id);
    if (!id)
        id = "-";
    ap_set_module_config(r->request_config, &persist_module, (void *)id);
    return id;
}

const char *persist_log_id_get(const request_rec *r)
{
    const char *id = given_name(r);
    return id ? id : make_id(first(r));
}

void persist_log_id_show(request_rec *r)
{
    apr_table_unset(r->headers_out, HEADER);
    apr_table_setn(r->err_headers_out, HEADER, persist_log_id_get(r));
}

int persist_log_id_repeat(const conn_rec *c, const request_rec *r,
                          const char **id)
{
    (void)c;
    const char *name = given_name(r);
    if (!name)
        return DECLINED;
    *id = name;
    return OK;
}
