/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request_id.c: the name of a request in the logs of both sides.
 *
 * httpd makes a request's log id when the first line is logged for it, and
 * then only. To set r->log_id ahead of that would keep "ErrorLogFormat
 * request" from being written; so the id is made by httpd's hook, kept with the
 * request, and given back when httpd asks for one. */

#include "request/persist_request_id.h"
#include "request/persist_admission.h"
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

/* Whoever reads the logs sees one request, whatever httpd makes of it: parts
 * that are included, and what it redirects to an ErrorDocument or by
 * mod_rewrite. This is the one that came from the client. */
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

wire_bytes_t persist_request_id_get(const request_rec *r)
{
    const char *id = given_name(r);
    if (!id)
        id = make_id(first(r));
    return (wire_bytes_t){(const uint8_t *)id,
                          strnlen(id, WIRE_REQUEST_ID_MAX)};
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

/* Numbers with the highest byte first, whatever the machine's order. */
static unsigned char *put(unsigned char *at, uint64_t number, size_t bytes)
{
    while (bytes-- > 0)
        *at++ = (unsigned char)(number >> (8 * bytes));
    return at;
}

int persist_request_id_generate(const conn_rec *c, const request_rec *r,
                                const char **id)
{
    unsigned char bytes[ID_BYTES], *at = bytes;
    (void)c;
    if (!r || !persist_admission_is_ours(r))
        return DECLINED;
    at = put(at, child.began, BEGAN_BYTES);
    at = put(at, child.pid, sizeof(child.pid));
    put(at, atomic_fetch_add(&named, 1), COUNT_BYTES);
    *id = apr_pencode_base64_binary(r->pool, bytes, ID_BYTES, APR_ENCODE_URL,
                                    NULL);
    return *id ? OK : DECLINED;
}
