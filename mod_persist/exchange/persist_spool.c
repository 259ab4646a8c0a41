/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spool.c: keeps bytes in memory, then in a temporary file. */

#include "exchange/persist_spool.h"
#include "common_tenant.h"
#include "exchange/persist_spool_file.h"

#include <apr_strings.h>
#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#define BLOCK ((size_t)64 << 10)
#define BLOCKS (PERSIST_SPOOL_MEMORY / BLOCK)

/* Blocks of all spools of this child, besides the first of each. */
static atomic_size_t blocks_taken;

struct persist_spool {
    apr_pool_t *p;
    uint64_t most;
    const char *script;
    int has_owner;
    uid_t owner; /* if it has one */
    persist_spool_budget_t budget;
    char *blocks[BLOCKS];
    size_t count;   /* of blocks */
    size_t kept;    /* bytes in them */
    char *window;   /* what a look read from the file; NULL: none yet */
    int fd;         /* the temporary file; -1: none */
    uint64_t filed; /* bytes in the file */
    int error;      /* errno of what failed */
};

/* Runs of bytes that are still to be kept. */
typedef struct runs {
    struct iovec *parts;
    int count;
} runs_t;

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

persist_spool_t *persist_spool_make(apr_pool_t *p, uint64_t most,
                                    const char *script,
                                    const persist_spool_budget_t *budget)
{
    persist_spool_t *spool = apr_pcalloc(p, sizeof(*spool));
    spool->p = p;
    spool->most = most;
    spool->script = script;
    spool->budget = *budget;
    spool->fd = -1;
    return spool;
}

void persist_spool_widen(persist_spool_t *spool, uint64_t most)
{
    if (spool->most < most)
        spool->most = most;
}

apr_off_t persist_spool_length(const persist_spool_t *spool)
{
    return (apr_off_t)(spool->kept + spool->filed);
}

static size_t total(const runs_t *runs)
{
    size_t sum = 0;
    for (int i = 0; i < runs->count; i++)
        sum += runs->parts[i].iov_len;
    return sum;
}

static void advance(runs_t *runs, size_t n)
{
    while (runs->count > 0 && n >= runs->parts->iov_len) {
        n -= runs->parts->iov_len;
        runs->parts++;
        runs->count--;
    }
    if (n == 0)
        return;
    runs->parts->iov_base = (char *)runs->parts->iov_base + n;
    runs->parts->iov_len -= n;
}

/* Copies what the blocks have room for. */
static void keep(persist_spool_t *spool, runs_t *runs)
{
    advance(runs, 0); /* metadata buckets have no bytes, not even an address */
    while (runs->count > 0 && spool->kept < spool->count * BLOCK) {
        size_t at = spool->kept % BLOCK;
        size_t n = least(BLOCK - at, runs->parts->iov_len);
        memcpy(spool->blocks[spool->kept / BLOCK] + at, runs->parts->iov_base,
               n);
        spool->kept += n;
        advance(runs, n);
    }
}

static apr_status_t give_blocks(void *data)
{
    const persist_spool_t *spool = data;
    atomic_fetch_sub_explicit(&blocks_taken, spool->count - 1,
                              memory_order_relaxed);
    return APR_SUCCESS;
}

/* The first block is always there. More are only for this child's share. */
static int may_grow(const persist_spool_t *spool)
{
    if (spool->count == 0)
        return 1;
    if (spool->count == BLOCKS || spool->fd >= 0)
        return 0;
    if (atomic_fetch_add_explicit(&blocks_taken, 1, memory_order_relaxed) <
        PERSIST_SPOOL_SHARE / BLOCK)
        return 1;
    atomic_fetch_sub_explicit(&blocks_taken, 1, memory_order_relaxed);
    return 0;
}

/* Makes room for `bytes` more in memory, or for as many as it may. Returns how
 * many of them have to go to the file. */
static size_t grow(persist_spool_t *spool, size_t bytes)
{
    while (spool->kept + bytes > spool->count * BLOCK && may_grow(spool)) {
        if (spool->count == 0)
            apr_pool_cleanup_register(spool->p, spool, give_blocks,
                                      apr_pool_cleanup_null);
        spool->blocks[spool->count++] = apr_palloc(spool->p, BLOCK);
    }
    size_t room = spool->count * BLOCK - spool->kept;
    return bytes > room ? bytes - room : 0;
}

static apr_status_t end(void *data)
{
    persist_spool_t *spool = data;
    close(spool->fd);
    persist_spool_budget_give(spool->owner, spool->filed);
    return APR_SUCCESS;
}

static int open_file(persist_spool_t *spool)
{
    if (spool->fd >= 0)
        return 0;
    spool->fd = persist_spool_file_open(spool->p);
    if (spool->fd < 0)
        return -1;
    apr_pool_cleanup_register(spool->p, spool, end, apr_pool_cleanup_null);
    return 0;
}

/* A full disk writes a part, and fails the next time. */
static int write_all(int fd, runs_t *runs)
{
    while (runs->count > 0) {
        ssize_t n = writev(fd, runs->parts, runs->count);
        if (n < 0 && errno != EINTR)
            return -1;
        if (n > 0)
            advance(runs, (size_t)n);
    }
    return 0;
}

/* The bytes have been taken from the budget; the spool's end gives them back.
 */
static persist_spool_result_t file(persist_spool_t *spool, runs_t *runs,
                                   size_t bytes)
{
    int opened = open_file(spool) == 0;
    if (opened)
        spool->filed += bytes;
    else
        persist_spool_budget_give(spool->owner, bytes);
    if (opened && write_all(spool->fd, runs) == 0)
        return PERSIST_SPOOL_OK;
    spool->error = errno;
    return PERSIST_SPOOL_FAILED;
}

/* Looks for links in the path, which only a spool with a file has to pay for.
 * Returns 0 if the script is gone. */
static int find_owner(persist_spool_t *spool)
{
    struct stat info;
    if (!spool->has_owner && stat(spool->script, &info) == 0) {
        spool->owner = common_tenant_of(spool->script, &info);
        spool->has_owner = 1;
    }
    return spool->has_owner;
}

static int take(persist_spool_t *spool, size_t bytes)
{
    return find_owner(spool) &&
           persist_spool_budget_take(&spool->budget, spool->owner, bytes) == 0;
}

persist_spool_result_t persist_spool_append(persist_spool_t *spool,
                                            struct iovec *parts, int count)
{
    runs_t runs = {parts, count};
    size_t bytes = total(&runs);
    if (bytes > spool->most - (uint64_t)persist_spool_length(spool))
        return PERSIST_SPOOL_FULL;
    size_t beyond = grow(spool, bytes);
    if (beyond > 0 && !take(spool, beyond))
        return PERSIST_SPOOL_FULL;
    keep(spool, &runs);
    return beyond > 0 ? file(spool, &runs, beyond) : PERSIST_SPOOL_OK;
}

/* Nothing but this process can shorten the file; if it is short all the same,
 * that is an error of the disk. */
static long read_file(persist_spool_t *spool, uint64_t at, size_t most)
{
    ssize_t n;
    if (!spool->window)
        spool->window = apr_palloc(spool->p, PERSIST_SPOOL_WINDOW);
    do {
        n = pread(spool->fd, spool->window, least(most, PERSIST_SPOOL_WINDOW),
                  (off_t)at);
    } while (n < 0 && errno == EINTR);
    if (n > 0)
        return n;
    spool->error = n < 0 ? errno : EIO;
    return -1;
}

long persist_spool_look(persist_spool_t *spool, apr_off_t at, size_t most,
                        const char **data)
{
    uint64_t offset = (uint64_t)at;
    if (offset < spool->kept) {
        size_t at_block = (size_t)offset % BLOCK;
        *data = spool->blocks[offset / BLOCK] + at_block;
        most = least(most, BLOCK - at_block);
        return (long)least(most, spool->kept - (size_t)offset);
    }
    offset -= spool->kept;
    if (offset >= spool->filed || most == 0)
        return 0;
    uint64_t left = spool->filed - offset;
    long n = read_file(spool, offset, left < most ? (size_t)left : most);
    *data = spool->window;
    return n;
}

const char *persist_spool_error(const persist_spool_t *spool)
{
    if (!spool->error)
        return NULL;
    return apr_psprintf(spool->p, "temporary directory %s: %s",
                        persist_spool_file_directory(spool->p),
                        strerror(spool->error));
}
