/* SPDX-License-Identifier: Apache-2.0 */
/* persist_backlog_test.c: what waits comes out in order, and no byte is lost
 * when there is no room. */

#include "exchange/persist_backlog.h"
#include "response/persist_file.h"
#include "tap.h"

#include <apr_general.h>
#include <apr_strings.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define SIZE ((size_t)2 << 20)
/* On the disk is what is beyond 256 KiB. */
#define ON_DISK 10000
#define EARLY (((size_t)256 << 10) + ON_DISK)
#define FILES_MAX 8

static apr_pool_t *p;
static apr_bucket_brigade *bb, *to;
static persist_backlog_t backlog;
static char bytes[SIZE];

int persist_file_is(const apr_bucket *b)
{
    (void)b;
    return 0;
}

static void begin(uint64_t most)
{
    const persist_spool_budget_t budget = {0, 0};
    apr_bucket_alloc_t *list = apr_bucket_alloc_create(p);
    bb = apr_brigade_create(p, list);
    to = apr_brigade_create(p, list);
    backlog =
        (persist_backlog_t){.bb = apr_brigade_create(p, list),
                            .spool = persist_spool_make(p, most, "/", &budget)};
}

static void add(apr_bucket *b)
{
    APR_BRIGADE_INSERT_TAIL(bb, b);
}

static void add_bytes(size_t from, size_t length)
{
    add(apr_bucket_transient_create(bytes + from, length, bb->bucket_alloc));
}

static void add_file(void)
{
    apr_file_t *file;
    char *name = apr_pstrdup(p, "/tmp/persist_backlog.XXXXXX");
    apr_file_mktemp(&file, name, 0, p);
    add(apr_bucket_file_create(file, 0, 1, p, bb->bucket_alloc));
}

/* Moves all of it in pieces of `most` bytes and compares. */
static int comes_out(apr_bucket_brigade *from, size_t at, size_t length,
                     size_t most)
{
    static char piece[SIZE];
    int flush = 0, same = 1;
    while (!APR_BRIGADE_EMPTY(from) && same) {
        apr_size_t n = sizeof(piece);
        same = persist_backlog_move(from, to, most, &flush) == APR_SUCCESS &&
               apr_brigade_flatten(to, piece, &n) == APR_SUCCESS && n <= most &&
               memcmp(piece, bytes + at, n) == 0;
        at += n;
        length -= n;
        apr_brigade_cleanup(to);
    }
    return same && length == 0;
}

static void keeps_order(void)
{
    begin(SIZE);
    add_bytes(0, 100);
    add(apr_bucket_flush_create(bb->bucket_alloc));
    add_bytes(100, 100000);
    add(apr_bucket_eos_create(bb->bucket_alloc));
    is_int(persist_backlog_keep(&backlog, bb), 0, "bytes are kept");
    add_bytes(100100, SIZE - 100100);
    is_int(persist_backlog_keep(&backlog, bb), 0, "more of them, too");
    ok(comes_out(backlog.bb, 0, SIZE, 65536), "they come out in order");
}

static void stops_when_full(void)
{
    begin(100000);
    add_bytes(0, 100000);
    add_bytes(100000, SIZE - 100000);
    is_int(persist_backlog_keep(&backlog, bb), -1,
           "a full spool takes no more");
    ok(comes_out(backlog.bb, 0, 100000, 1000), "what it has comes out");
    ok(comes_out(bb, 100000, SIZE - 100000, 70000), "the rest has stayed");
    add_bytes(0, 1);
    is_int(persist_backlog_keep(&backlog, bb), -1, "no byte overtakes it");
}

static void survives_a_full_disk(void)
{
    const struct rlimit limit = {2 * ON_DISK, 2 * ON_DISK};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    begin(SIZE);
    add_bytes(0, EARLY);
    is_int(persist_backlog_keep(&backlog, bb), 0, "the disk has room");
    add_bytes(EARLY, SIZE - EARLY);
    is_int(persist_backlog_keep(&backlog, bb), -1, "and then it has none");
    ok(backlog.error != NULL, "which has a reason");
    ok(comes_out(backlog.bb, 0, EARLY, 65536), "what was kept comes out");
    ok(comes_out(bb, EARLY, SIZE - EARLY, 65536), "the rest has stayed");
}

static void limits_files(void)
{
    begin(SIZE);
    for (int i = 0; i < FILES_MAX; i++)
        add_file();
    is_int(persist_backlog_keep(&backlog, bb), 0, "a few files stay open");
    add_file();
    is_int(persist_backlog_keep(&backlog, bb), -1, "but not many");
}

static void moves_to_a_flush(void)
{
    int flush = 0;
    begin(SIZE);
    add_bytes(0, 10);
    add(apr_bucket_flush_create(bb->bucket_alloc));
    add_bytes(10, 10);
    persist_backlog_move(bb, to, 100, &flush);
    is_int(flush, 1, "a move ends at a flush");
    ok(comes_out(to, 0, 10, 100), "with what comes before it");
    ok(comes_out(bb, 10, 10, 100), "the rest stays");
}

int main(void)
{
    apr_initialize();
    apr_pool_create(&p, NULL);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)(i * 7 / 5);
    keeps_order();
    stops_when_full();
    limits_files();
    moves_to_a_flush();
    survives_a_full_disk();
    apr_pool_destroy(p);
    return done_testing();
}
