/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request_id.c: the name of a request in the logs of both sides.
 *
 * httpd makes a request's log id when the first line is logged for it, and
 * then only. To set r->log_id ahead of that would keep "ErrorLogFormat
 * request" from being written; so the id is made by httpd's own hook, kept
 * with the request, and given back when httpd asks for one. */

#include "persist_request_id.h"
#include "wire_limits.h"

#include <http_config.h>
#include <http_log.h>
#include <string.h>

extern module AP_MODULE_DECLARE_DATA persist_module;

static const char *make_id(request_rec *r)
{
    const char *id = NULL;
    ap_run_generate_log_id(r->connection, r, &id);
    if (!id)
        id = "-";
    ap_set_module_config(r->request_config, &persist_module, (void *)id);
    return id;
}

wire_bytes_t persist_request_id_get(request_rec *r)
{
    request_rec *main = r->main ? r->main : r;
    const char *id = main->log_id;
    if (!id)
        id = ap_get_module_config(main->request_config, &persist_module);
    if (!id)
        id = make_id(main);
    return (wire_bytes_t){(const uint8_t *)id,
                          strnlen(id, WIRE_REQUEST_ID_MAX)};
}

int persist_request_id_generate(const conn_rec *c, const request_rec *r,
                                const char **id)
{
    (void)c;
    const char *kept =
        r ? ap_get_module_config(r->request_config, &persist_module) : NULL;
    if (!kept)
        return DECLINED;
    *id = kept;
    return OK;
}
