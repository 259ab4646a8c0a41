/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request_id.c: the name of a request in the logs of both sides.
 *
 * httpd makes a request's log id when the first line is logged for it, and
 * then only. To set r->log_id ahead of that would keep "ErrorLogFormat
 * request" from being written; so the id is made by httpd's hook, kept with the
 * request, and given back when httpd asks for one. */

#include "persist_request_id.h"
#include "wire_limits.h"

#include <apr_encode.h>
#include <http_config.h>
#include <http_log.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

extern module AP_MODULE_DECLARE_DATA persist_module;

/* Written by child_init, before the child has threads: its process, and when it
 * began, in microseconds. */
static struct {
    uint32_t pid;
    uint64_t began;
} child;

/* Requests of this child that have been named; any thread, in any order. */
static _Atomic uint64_t named;

/* Eighteen bytes are 24 characters of base64, and none of them is filler. */
#define BEGAN_BYTES 8
#define COUNT_BYTES 6
#define ID_BYTES (sizeof(child.pid) + BEGAN_BYTES + COUNT_BYTES)

void persist_request_id_child_init(apr_pool_t *p, server_rec *s)
{
    (void)p;
    (void)s;
    child.pid = (uint32_t)getpid();
    child.began = (uint64_t)apr_time_now();
}

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

/* Whoever reads the logs sees one request, however often httpd redirects it
 * within itself: to an ErrorDocument, or by mod_rewrite. */
static const char *given_name(const request_rec *r)
{
    const char *name = NULL;
    while (r && r->prev)
        r = r->prev;
    for (; r && !name; r = r->next)
        if (!(name = ap_get_module_config(r->request_config, &persist_module)))
            name = r->log_id;
    return name;
}

int persist_request_id_repeat(const conn_rec *c, const request_rec *r,
                              const char **id)
{
    (void)c;
    const char *name = given_name(r);
    if (!name)
        return DECLINED;
    *id = name;
    return OK;
}

/* Numbers with the lowest byte first, whatever the machine's order. */
static unsigned char *put(unsigned char *at, uint64_t number, size_t bytes)
{
    for (; bytes > 0; bytes--, number >>= 8)
        *at++ = (unsigned char)number;
    return at;
}

int persist_request_id_generate(const conn_rec *c, const request_rec *r,
                                const char **id)
{
    unsigned char bytes[ID_BYTES], *at = bytes;
    (void)c;
    if (!r || !r->handler || strcmp(r->handler, "persist-script") != 0)
        return DECLINED;
    at = put(at, child.pid, sizeof(child.pid));
    at = put(at, child.began, BEGAN_BYTES);
    put(at, atomic_fetch_add(&named, 1), COUNT_BYTES);
    *id = apr_pencode_base64_binary(r->pool, bytes, ID_BYTES, APR_ENCODE_URL,
                                    NULL);
    return *id ? OK : DECLINED;
}
