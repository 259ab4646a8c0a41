/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request_id.c: the id of a request in the logs of httpd and of
 * scripts.
 *
 * httpd makes a request's log id when the first line is logged for it, and not
 * before. If r->log_id were set earlier, "ErrorLogFormat request" would not be
 * written. So the id is made by httpd's hook, kept with the request, and
 * returned when httpd asks for one. */

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

/* Written by child_init, before the child has threads: the process and the time
 * when it began, in microseconds. */
static struct {
    uint32_t pid;
    uint64_t began;
} child;

/* Number of requests of this child that have an id; any thread, in any
 * order. */
static _Atomic uint64_t named;

/* Eighteen bytes are 24 characters of base64 without padding. */
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

/* Writes a number with the highest byte first, on every machine. */
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
