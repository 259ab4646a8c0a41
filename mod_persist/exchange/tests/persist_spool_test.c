/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spool_test.c: bytes are read as they were appended, from memory and
 * from the file; ceilings and a full disk are told apart; nothing is left. */

#include "exchange/persist_spool.h"
#include "tap.h"

#include <apr_general.h>
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define BYTES (3 * PERSIST_SPOOL_MEMORY)

static apr_pool_t *top, *p;
static char data[BYTES];
static char directory[] = "/tmp/persist_spool_test.XXXXXX";

static persist_spool_t *make(uint64_t most, uint64_t child, uint64_t owner)
{
    const persist_spool_budget_t budget = {child, owner};
    apr_pool_create(&p, top);
    return persist_spool_make(p, most, "/", &budget);
}

/* Appends data[at] and the bytes behind it, in two parts. */
static persist_spool_result_t append(persist_spool_t *spool, size_t at,
                                     size_t bytes)
{
    struct iovec parts[2] = {{data + at, bytes / 2},
                             {data + at + bytes / 2, bytes - bytes / 2}};
    return persist_spool_append(spool, parts, 2);
}

/* True if looks from `at` show the rest of `length` bytes, and then the end. */
static int shows(persist_spool_t *spool, size_t at, size_t length, size_t most)
{
    const char *seen = NULL;
    long n;
    while ((n = persist_spool_look(spool, (apr_off_t)at, most, &seen)) > 0) {
        if ((size_t)n > most || memcmp(seen, data + at, (size_t)n) != 0)
            return 0;
        at += (size_t)n;
    }
    return n == 0 && at == length;
}

static int count(const char *where)
{
    DIR *entries = opendir(where);
    int n = 0;
    while (entries && readdir(entries))
        n++;
    if (entries)
        closedir(entries);
    return n;
}

static int files(void)
{
    return count("/proc/self/fd");
}

static void test_memory(void)
{
    int before = files();
    persist_spool_t *spool = make(BYTES, 1, 1);
    ok(persist_spool_length(spool) == 0 && shows(spool, 0, 0, 10), "empty");
    ok(append(spool, 0, 1000) == PERSIST_SPOOL_OK, "some bytes");
    struct iovec nothing = {NULL, 0};
    ok(persist_spool_append(spool, &nothing, 1) == PERSIST_SPOOL_OK,
       "a part without bytes");
    ok(append(spool, 1000, PERSIST_SPOOL_MEMORY - 1000) == PERSIST_SPOOL_OK,
       "as many as memory takes");
    ok(shows(spool, 0, PERSIST_SPOOL_MEMORY, 7777), "they are there");
    ok(shows(spool, 999, PERSIST_SPOOL_MEMORY, BYTES), "from anywhere");
    is_int(files(), before, "without a file or any budget");
    ok(append(spool, 0, 2) == PERSIST_SPOOL_FULL, "no budget for a file");
    ok(persist_spool_length(spool) == PERSIST_SPOOL_MEMORY,
       "nothing of it was kept");
    apr_pool_destroy(p);
}

static void test_file(void)
{
    int before = files(), names = count(directory);
    persist_spool_t *spool = make(BYTES, 0, 0);
    ok(append(spool, 0, 100) == PERSIST_SPOOL_OK, "some bytes");
    ok(append(spool, 100, PERSIST_SPOOL_MEMORY) == PERSIST_SPOOL_OK,
       "more than memory takes");
    ok(shows(spool, 0, PERSIST_SPOOL_MEMORY + 100, 5000),
       "read while it grows");
    ok(append(spool, PERSIST_SPOOL_MEMORY + 100,
              BYTES - PERSIST_SPOOL_MEMORY - 100) == PERSIST_SPOOL_OK,
       "up to the most");
    ok(append(spool, 0, 2) == PERSIST_SPOOL_FULL, "no byte more");
    ok(persist_spool_length(spool) == BYTES, "the length is told");
    ok(shows(spool, 0, BYTES, BYTES), "all is there");
    ok(shows(spool, 0, BYTES, 1001), "again, in small pieces");
    ok(shows(spool, PERSIST_SPOOL_MEMORY + 7, BYTES, 4096), "from anywhere");
    is_int(files(), before + 1, "in one file");
    is_int(count(directory), names, "which has no name");
    apr_pool_destroy(p);
    is_int(files(), before, "which ends with the pool");
}

static void test_budget(void)
{
    persist_spool_t *one = make(BYTES, 0, 1000);
    apr_pool_t *pool = p;
    ok(append(one, 0, PERSIST_SPOOL_MEMORY + 600) == PERSIST_SPOOL_OK,
       "one spool takes a part of the budget");
    persist_spool_t *two = make(BYTES, 0, 1000);
    ok(append(two, 0, PERSIST_SPOOL_MEMORY + 401) == PERSIST_SPOOL_FULL,
       "another finds no room");
    ok(append(two, 0, PERSIST_SPOOL_MEMORY + 400) == PERSIST_SPOOL_OK,
       "but takes the rest");
    apr_pool_destroy(pool);
    ok(append(two, PERSIST_SPOOL_MEMORY + 400, 600) == PERSIST_SPOOL_OK,
       "and more when the first has ended");
    ok(shows(two, 0, PERSIST_SPOOL_MEMORY + 1000, 512), "all is there");
    apr_pool_destroy(p);
}

/* A limit for the size of files stands in for a full disk: writes of a part,
 * then errors. */
static void test_full_disk(void)
{
    struct rlimit old, small;
    persist_spool_t *spool = make(BYTES, 0, 0);
    getrlimit(RLIMIT_FSIZE, &old);
    small = (struct rlimit){5000, old.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    ok(append(spool, 0, PERSIST_SPOOL_MEMORY + 4000) == PERSIST_SPOOL_OK,
       "the disk has room");
    ok(append(spool, PERSIST_SPOOL_MEMORY + 4000, 2000) == PERSIST_SPOOL_FAILED,
       "then it is full");
    setrlimit(RLIMIT_FSIZE, &old);
    ok(strstr(persist_spool_error(spool), directory) != NULL,
       "the error has its directory");
    ok(strstr(persist_spool_error(spool), ": File too large") != NULL,
       "and its cause");
    apr_pool_destroy(p);
    spool = make(BYTES, 2000, 0);
    ok(append(spool, 0, PERSIST_SPOOL_MEMORY + 2000) == PERSIST_SPOOL_OK,
       "the budget is whole again");
    apr_pool_destroy(p);
}

int main(void)
{
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&top, NULL) != APR_SUCCESS || !mkdtemp(directory) ||
        setenv("TMPDIR", directory, 1) != 0)
        bail_out("no APR, or no directory");
    for (size_t i = 0; i < BYTES; i++)
        data[i] = (char)(i * 7 % 251);
    test_memory();
    test_file();
    test_budget();
    test_full_disk();
    ok(rmdir(directory) == 0, "nothing is left");
    apr_terminate();
    return done_testing();
}
