/* SPDX-License-Identifier: Apache-2.0 */
/* persist_request_id.c: makes the ids of requests for persist-script. */

#include "request/persist_request_id.h"
#include "request/persist_admission.h"

#include <apr_encode.h>
#include <stdatomic.h>
#include <unistd.h>

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
