/* SPDX-License-Identifier: Apache-2.0 */
/* persist_backlog.c: what has passed httpd's filters and waits for a client
 * that does not take it. */

#include "exchange/persist_backlog.h"
#include "response/persist_file.h"

#include <httpd.h>
#include <string.h>

/* Descriptors that a backlog may keep open. */
#define FILES_MAX 8
/* Bytes of one read from the spool. */
#define PIECE ((apr_size_t)64 << 10)

/* Puts the bytes in memory in the place of b, and the rest of the run behind
 * them. */
static apr_status_t run_read(apr_bucket *b, const char **bytes,
                             apr_size_t *length, apr_read_type_e block)
{
    const char *data;
    apr_size_t most = b->length < PIECE ? b->length : PIECE;
    long n = persist_spool_look(b->data, b->start, most, &data);
    (void)block; /* a file is always ready */
    if (n <= 0)
        return APR_EGENERAL;
    if ((apr_size_t)n < b->length)
        apr_bucket_simple_split(b, (apr_size_t)n);
    char *copy = apr_bucket_alloc((apr_size_t)n, b->list);
    memcpy(copy, data, (size_t)n);
    apr_bucket_heap_make(b, copy, (apr_size_t)n, apr_bucket_free);
    *bytes = copy;
    *length = (apr_size_t)n;
    return APR_SUCCESS;
}

/* A run of bytes in the spool. It is read before it leaves the backlog. */
static const apr_bucket_type_t run_type = {
    "PERSIST_RUN",
    5,
    APR_BUCKET_DATA,
    apr_bucket_destroy_noop,
    run_read,
    apr_bucket_setaside_notimpl,
    apr_bucket_simple_split,
    apr_bucket_simple_copy,
};

static int is_file(const apr_bucket *b)
{
    return APR_BUCKET_IS_FILE(b) || persist_file_is(b);
}

static int has_room_for_file(const apr_bucket_brigade *bb)
{
    int files = 0;
    const apr_bucket *b = APR_BRIGADE_FIRST(bb);
    for (; b != APR_BRIGADE_SENTINEL(bb); b = APR_BUCKET_NEXT(b))
        files += is_file(b);
    return files < FILES_MAX;
}

/* Lengthens the run at the end of the backlog, or begins one. */
static void add_run(apr_bucket_brigade *bb, persist_spool_t *spool,
                    apr_off_t start, apr_size_t length)
{
    apr_bucket *b = APR_BRIGADE_LAST(bb);
    if (b != APR_BRIGADE_SENTINEL(bb) && b->type == &run_type) {
        b->length += length;
        return;
    }
    b = apr_bucket_alloc(sizeof(*b), bb->bucket_alloc);
    APR_BUCKET_INIT(b);
    b->free = apr_bucket_free;
    b->list = bb->bucket_alloc;
    b->type = &run_type;
    b->data = spool;
    b->start = start;
    b->length = length;
    APR_BRIGADE_INSERT_TAIL(bb, b);
}

/* Copies the bytes into the spool. What it has kept can still be read if this
 * fails, but no more is kept then, so that no byte overtakes another. */
static int spool_bytes(persist_backlog_t *backlog, const char *data,
                       apr_size_t length)
{
    persist_spool_t *spool = backlog->spool;
    struct iovec part = {(void *)(uintptr_t)data, length};
    apr_off_t start = persist_spool_length(spool);
    persist_spool_result_t result = persist_spool_append(spool, &part, 1);
    if (result == PERSIST_SPOOL_OK) {
        add_run(backlog->bb, spool, start, length);
        return 0;
    }
    if (result == PERSIST_SPOOL_FAILED)
        backlog->error = persist_spool_error(spool);
    backlog->spool = NULL;
    return -1;
}

static int keep_bytes(persist_backlog_t *backlog, apr_bucket *b)
{
    const char *data;
    apr_size_t length;
    if (!backlog->spool ||
        apr_bucket_read(b, &data, &length, APR_BLOCK_READ) != APR_SUCCESS ||
        (length > 0 && spool_bytes(backlog, data, length) != 0))
        return -1;
    apr_bucket_delete(b);
    return 0;
}

static int keep_file(persist_backlog_t *backlog, apr_bucket *b)
{
    if (!has_room_for_file(backlog->bb) ||
        apr_bucket_setaside(b, backlog->bb->p) != APR_SUCCESS)
        return -1;
    APR_BUCKET_REMOVE(b);
    APR_BRIGADE_INSERT_TAIL(backlog->bb, b);
    return 0;
}

static int keep_one(persist_backlog_t *backlog, apr_bucket *b)
{
    if (is_file(b))
        return keep_file(backlog, b);
    if (!APR_BUCKET_IS_METADATA(b))
        return keep_bytes(backlog, b);
    APR_BUCKET_REMOVE(b);
    if (APR_BUCKET_IS_FLUSH(b))
        apr_bucket_destroy(b);
    else
        APR_BRIGADE_INSERT_TAIL(backlog->bb, b);
    return 0;
}

int persist_backlog_keep(persist_backlog_t *backlog, apr_bucket_brigade *bb)
{
    while (!APR_BRIGADE_EMPTY(bb))
        if (keep_one(backlog, APR_BRIGADE_FIRST(bb)) != 0)
            return -1;
    return 0;
}

/* Makes b a bucket in memory of at most `most` bytes. */
static apr_status_t fetch(apr_bucket *b, apr_size_t most)
{
    const char *data;
    apr_size_t length;
    apr_status_t rv = apr_bucket_read(b, &data, &length, APR_BLOCK_READ);
    if (rv == APR_SUCCESS && b->length > most)
        rv = apr_bucket_split(b, most);
    return rv;
}

apr_status_t persist_backlog_move(apr_bucket_brigade *bb,
                                  apr_bucket_brigade *to, apr_size_t most,
                                  int *flush)
{
    apr_status_t rv = APR_SUCCESS;
    while (!APR_BRIGADE_EMPTY(bb) && !*flush) {
        apr_bucket *b = APR_BRIGADE_FIRST(bb);
        int counts = !APR_BUCKET_IS_METADATA(b) && !APR_BUCKET_IS_FILE(b);
        *flush = APR_BUCKET_IS_FLUSH(b);
        if (counts && (most == 0 || (rv = fetch(b, most)) != APR_SUCCESS))
            return rv;
        most -= counts ? b->length : 0;
        APR_BUCKET_REMOVE(b);
        if (*flush)
            apr_bucket_destroy(b);
        else
            APR_BRIGADE_INSERT_TAIL(to, b);
    }
    return APR_SUCCESS;
}
