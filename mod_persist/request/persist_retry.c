/* SPDX-License-Identifier: Apache-2.0 */
/* persist_retry.c: decides whether and when a request is run again on another
 * worker. Pure. */

#include "request/persist_retry.h"

#include <stddef.h>
#include <string.h>

/* Two workers that die of the same request are enough. A worker that was
 * already dead proves nothing about the request, because several may have died
 * at once. */
#define TRIES_DELIVERED 2
#define TRIES_UNDELIVERED 8
/* A script whose workers never take a request would be started for each try. A
 * request that is refused after this long gets no more tries than these. */
#define TRIES_LATE 3
#define LATE_US 2000000

/* RFC 9110, 9.2.2, without the methods of WebDAV. */
static int is_idempotent(const char *method)
{
    static const char *const names[] = {"GET",   "HEAD", "OPTIONS",
                                        "TRACE", "PUT",  "DELETE"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(method, names[i]) == 0)
            return 1;
    return 0;
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
