/* SPDX-License-Identifier: Apache-2.0 */
/* persist_store_test.c: the store keeps its bounds, evicts what was not lent
 * lately, and frees what has gone only when the last thread has let go of it.
 */

#include "htaccess/persist_store.h"

#include "tap.h"

#include <apr_general.h>
#include <apr_strings.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define DIRECTORIES 300
#define THREADS 4
#define ROUNDS 4000

/* Only their addresses count. */
static server_rec anna, bert;

static const char *name_of(char text[32], unsigned number)
{
    snprintf(text, 32, "/site/d%u/", number);
    return text;
}

/* conf points at the entry itself, to be checked by whoever borrows it. */
static persist_kept_t *make(const server_rec *server, const char *dir,
                            size_t weight)
{
    persist_kept_t *kept = persist_kept_make(server, dir, ".htaccess");
    if (!kept)
        bail_out("no memory");
    kept->kind = PERSIST_KEPT_FILE;
    if (persist_kept_weigh(kept, weight) != 0)
        bail_out("too heavy");
    kept->conf = (ap_conf_vector_t *)kept;
    return kept;
}

static int has(const server_rec *server, const char *dir)
{
    persist_kept_t *kept = persist_store_get(server, dir);
    if (kept)
        persist_kept_give(kept);
    return kept != NULL;
}

static unsigned borrow(const char *filename)
{
    persist_kept_t *found[PERSIST_STORE_DEPTH];
    unsigned count = persist_store_borrow(&anna, filename, found);
    for (unsigned i = 0; i < count; i++)
        persist_kept_give(found[i]);
    return count;
}

static void test_keys(void)
{
    is_int((int)persist_store_count(), 0, "the store is empty at first");
    persist_store_put(make(&anna, "/", 10));
    persist_store_put(make(&anna, "/site/", 10));
    persist_store_put(make(&bert, "/site/deep/", 10));
    is_int((int)borrow("/site/deep/app.py"), 2, "only the server's own");
    is_int((int)borrow("/site"), 1, "a name without its slash is a file");
    is_int((int)borrow("/sitemap/x"), 1, "a name that begins alike is another");
    is_int((int)borrow("relative"), 0, "no slash, no directory");
    ok(has(&bert, "/site/deep/") && !has(&anna, "/site/deep/"),
       "a key has a server");
    is_int((int)persist_store_put(make(&anna, "/site/", 10)), 0,
           "another version evicts nobody");
    is_int((int)persist_store_count(), 3, "and takes the place of the old one");
}

static void test_refused(void)
{
    persist_kept_t *kept = make(&anna, "/refused/", 0);
    kept->kind = PERSIST_KEPT_REFUSED;
    persist_store_put(kept);
    is_int((int)borrow("/refused/x"), 1, "what is refused is not lent");
    ok(has(&anna, "/refused/"), "but known");
}

static void test_bounds(void)
{
    char dir[32];
    unsigned evicted = 0, before = persist_store_count();
    for (unsigned i = 0; i < DIRECTORIES; i++) {
        evicted += persist_store_put(make(&anna, name_of(dir, i), 1));
        borrow("/x");
    }
    is_int((int)persist_store_count(), PERSIST_STORE_FILES, "so many files");
    is_int((int)evicted, (int)(before + DIRECTORIES - PERSIST_STORE_FILES),
           "the others are evicted");
    ok(has(&anna, "/"), "but not what each request uses");
    ok(!has(&anna, name_of(dir, 0)), "what was not asked for again has gone");
}

static void test_text(void)
{
    char dir[32];
    for (unsigned i = 0; i < 10; i++)
        persist_store_put(make(&anna, name_of(dir, i), 16 * 1024));
    is_int((int)persist_store_count(), PERSIST_STORE_WEIGHT / (16 * 1024),
           "so much text");
    ok(has(&anna, name_of(dir, 9)), "the last one is kept");
}

static void test_references(void)
{
    persist_kept_t *found[PERSIST_STORE_DEPTH];
    persist_store_put(make(&anna, "/held/", 0));
    persist_kept_t *held = persist_store_get(&anna, "/held/");
    persist_store_put(make(&anna, "/held/", 0));
    ok(strcmp(held->dir, "/held/") == 0 &&
           held->conf == (ap_conf_vector_t *)held,
       "what a request holds outlives its place");
    is_int((int)persist_store_borrow(&anna, "/held/x", found), 1, "there is");
    ok(found[0] != held, "another one now");
    persist_kept_give(found[0]);
    persist_kept_give(held);
}

static void test_all(void)
{
    persist_kept_t *held[PERSIST_KEPT_FILES], *more;
    unsigned count = 0;
    while (count < PERSIST_KEPT_FILES &&
           (more = persist_kept_make(&bert, "/pinned/", "x")) != NULL)
        held[count++] = more;
    is_int((int)(count + persist_store_count()), PERSIST_KEPT_FILES,
           "what is held and what is kept is bounded");
    ok(persist_kept_weigh(held[0], PERSIST_KEPT_WEIGHT) != 0, "by weight, too");
    while (count > 0)
        persist_kept_give(held[--count]);
    more = persist_kept_make(&bert, "/pinned/", "x");
    ok(more != NULL, "and what is given back makes room");
    persist_kept_give(more);
}

static int is_whole(const persist_kept_t *kept)
{
    return kept->conf == (const ap_conf_vector_t *)kept &&
           kept->dir[0] == '/' && strlen(kept->dir) == kept->length;
}

static void *use(void *data)
{
    char dir[32];
    unsigned number = *(unsigned *)data, wrong = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        persist_kept_t *found[PERSIST_STORE_DEPTH];
        number = number * 1103515245u + 12345u;
        const char *name = name_of(dir, number / 65536 % DIRECTORIES);
        if (round % 8 == 0)
            persist_store_put(make(&anna, name, round % 700));
        unsigned count = persist_store_borrow(&anna, name, found);
        for (unsigned i = 0; i < count; i++) {
            wrong += !is_whole(found[i]);
            persist_kept_give(found[i]);
        }
    }
    *(unsigned *)data = wrong;
    return NULL;
}

static void test_threads(void)
{
    pthread_t threads[THREADS];
    unsigned wrong[THREADS], sum = 0;
    for (unsigned i = 0; i < THREADS; i++) {
        wrong[i] = i + 1;
        if (pthread_create(&threads[i], NULL, use, &wrong[i]) != 0)
            bail_out("no thread");
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        sum += wrong[i];
    }
    is_int((int)sum, 0, "threads put, borrow and evict: each one was whole");
    ok(persist_store_count() <= PERSIST_STORE_FILES, "and the bound holds");
}

int main(void)
{
    apr_initialize();
    if (persist_kept_child_init() != APR_SUCCESS)
        bail_out("no memory");
    test_keys();
    test_refused();
    test_bounds();
    test_text();
    test_references();
    test_all();
    test_threads();
    return done_testing();
}
