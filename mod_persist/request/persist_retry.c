/* SPDX-License-Identifier: Apache-2.0 */
/* persist_retry.c: may a request be run again on another worker, and when?
 * Pure. */

#include "request/persist_retry.h"

#include <httpd.h>

/* Two workers that die of the same request are enough. One that was dead
 * already says nothing about the request: several may have died at once. */
#define TRIES_DELIVERED 2
#define TRIES_UNDELIVERED 8
/* A script whose workers never take anything would be started for each try:
 * who is refused after this long has had enough tries with these. */
#define TRIES_LATE 3
#define LATE_US 2000000

static int is_idempotent(int method)
{
    switch (method) {
    case M_GET: /* HEAD too: httpd gives both this number */
    case M_OPTIONS:
    case M_TRACE:
    case M_PUT:
    case M_DELETE:
        return 1;
    default:
        return 0;
    }
}

int persist_retry_safe(const persist_retry_t *retry)
{
    if (retry->passed || retry->pulled)
        return 0;
    if (!retry->delivered)
        return retry->tries <
               (retry->since < LATE_US ? TRIES_UNDELIVERED : TRIES_LATE);
    return retry->tries < TRIES_DELIVERED && is_idempotent(retry->method);
}

int persist_retry_pause_ms(const persist_retry_t *retry)
{
    return retry->delivered ? 0 : 1 << (retry->tries - 1);
}
