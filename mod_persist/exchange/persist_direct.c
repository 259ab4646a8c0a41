/* SPDX-License-Identifier: Apache-2.0 */
/* persist_direct.c: writes a large piece to the client's socket.
 *
 * httpd's core takes no more than FlushMaxThreshold bytes without waiting for
 * the client. Workers send more at once, and two writes for each of their
 * pieces cost httpd a sixth of its time.
 * Why: docs/decisions/slow-clients-wait-in-httpd.md */

#include "exchange/persist_direct.h"

#include <http_core.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* Chunk's head, bytes and end, for a few frames. */
#define PARTS_MAX 16

static int is_in_memory(const apr_bucket *b)
{
    return APR_BUCKET_IS_HEAP(b) || APR_BUCKET_IS_POOL(b) ||
           APR_BUCKET_IS_TRANSIENT(b) || APR_BUCKET_IS_IMMORTAL(b);
}

/* Returns the number of parts. */
static size_t gather(apr_bucket_brigade *bb, struct iovec *parts,
                     apr_size_t *total)
{
    size_t count = 0;
    apr_bucket *b = APR_BRIGADE_FIRST(bb);
    *total = 0;
    for (;
         count < PARTS_MAX && b != APR_BRIGADE_SENTINEL(bb) && is_in_memory(b);
         b = APR_BUCKET_NEXT(b)) {
        const char *data;
        apr_size_t length;
        apr_bucket_read(b, &data, &length, APR_BLOCK_READ);
        parts[count++] = (struct iovec){(void *)(uintptr_t)data, length};
        *total += length;
    }
    return count;
}

static void remove_front(apr_bucket_brigade *bb, apr_size_t n)
{
    while (n > 0) {
        apr_bucket *b = APR_BRIGADE_FIRST(bb);
        if (b->length > n)
            apr_bucket_split(b, n);
        n -= b->length;
        apr_bucket_delete(b);
    }
}

/* For the byte counts of mod_logio, as the core does. */
static void count_bytes(conn_rec *c, apr_size_t n)
{
    APR_OPTIONAL_FN_TYPE(ap_logio_add_bytes_out) *add =
        APR_RETRIEVE_OPTIONAL_FN(ap_logio_add_bytes_out);
    if (add)
        add(c, (apr_off_t)n);
}

apr_size_t persist_direct_write(conn_rec *c, int fd, apr_bucket_brigade *bb,
                                apr_size_t least)
{
    struct iovec parts[PARTS_MAX];
    apr_size_t total;
    struct msghdr message = {.msg_iov = parts};
    message.msg_iovlen = gather(bb, parts, &total);
    if (total <= least)
        return 0;
    ssize_t n = sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n <= 0)
        return 0;
    remove_front(bb, (apr_size_t)n);
    count_bytes(c, (apr_size_t)n);
    return (apr_size_t)n;
}
