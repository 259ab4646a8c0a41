/* SPDX-License-Identifier: Apache-2.0 */
/* persist_kept.c: each kept file has a pool of its own, which is destroyed when
 * the last request has let go of it, in whatever thread that is. */

#include "htaccess/persist_kept.h"

#include <apr_allocator.h>
#include <apr_strings.h>
#include <apr_thread_mutex.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* As httpd itself does without memory: half a configuration must not be used.
 */
static int give_up(int code)
{
    (void)code;
    abort();
}

/* Has a lock, because its pools are made and destroyed by any thread. Both are
 * never freed: threads may still run when a child ends. */
static apr_allocator_t *allocator;
static apr_pool_t *parent;

/* What is free beyond this goes back to the system. */
#define FREE_MAX (256 * 1024)

apr_status_t persist_kept_child_init(void)
{
    apr_thread_mutex_t *lock;
    apr_status_t rv = apr_allocator_create(&allocator);
    if (rv == APR_SUCCESS)
        rv = apr_pool_create_unmanaged_ex(&parent, give_up, allocator);
    if (rv == APR_SUCCESS)
        rv = apr_thread_mutex_create(&lock, APR_THREAD_MUTEX_DEFAULT, parent);
    if (rv != APR_SUCCESS)
        return rv;
    apr_allocator_mutex_set(allocator, lock);
    apr_allocator_max_free_set(allocator, FREE_MAX);
    return APR_SUCCESS;
}

/* Of all that is not freed. Any thread; no order is needed. */
static _Atomic size_t files, weights;

/* Adds as long as the sum is within the bound. Returns 0, or -1. */
static int add_within(_Atomic size_t *sum, size_t more, size_t most)
{
    if (atomic_fetch_add(sum, more) + more <= most)
        return 0;
    atomic_fetch_sub(sum, more);
    return -1;
}

int persist_kept_weigh(persist_kept_t *kept, size_t weight)
{
    if (add_within(&weights, weight, PERSIST_KEPT_WEIGHT) != 0)
        return -1;
    kept->weight = weight;
    return 0;
}

persist_kept_t *persist_kept_make(const server_rec *server, const char *dir,
                                  const char *name)
{
    apr_pool_t *pool;
    if (add_within(&files, 1, PERSIST_KEPT_FILES) != 0)
        return NULL;
    if (apr_pool_create(&pool, parent) != APR_SUCCESS) {
        atomic_fetch_sub(&files, 1);
        return NULL;
    }
    apr_pool_tag(pool, "persist_htaccess");
    persist_kept_t *kept = apr_pcalloc(pool, sizeof(*kept));
    kept->kind = PERSIST_KEPT_ABSENT;
    kept->pool = pool;
    kept->server = server;
    kept->dir = apr_pstrdup(pool, dir);
    kept->length = strlen(dir);
    kept->hash = persist_kept_hash(dir, kept->length);
    kept->path = apr_pstrcat(pool, dir, name, NULL);
    atomic_init(&kept->references, 1);
    atomic_init(&kept->used, 0);
    return kept;
}

static int same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

int persist_kept_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
           a->st_mode == b->st_mode && a->st_size == b->st_size &&
           same_time(&a->st_mtim, &b->st_mtim) &&
           same_time(&a->st_ctim, &b->st_ctim);
}

/* Where stat() fails for another reason, httpd itself decides. */
int persist_kept_is_fresh(const persist_kept_t *kept)
{
    struct stat now;
    if (stat(kept->path, &now) == 0)
        return kept->kind == PERSIST_KEPT_FILE &&
               persist_kept_same_file(&kept->stat, &now);
    return kept->kind == PERSIST_KEPT_ABSENT &&
           (errno == ENOENT || errno == ENOTDIR);
}

void persist_kept_take(persist_kept_t *kept)
{
    atomic_fetch_add_explicit(&kept->references, 1, memory_order_relaxed);
}

static void destroy(persist_kept_t *kept)
{
    size_t weight = kept->weight;
    apr_pool_destroy(kept->pool);
    atomic_fetch_sub(&weights, weight);
    atomic_fetch_sub(&files, 1);
}

/* acq_rel: what other threads did with it is done before it is freed. */
void persist_kept_give(persist_kept_t *kept)
{
    if (atomic_fetch_sub_explicit(&kept->references, 1, memory_order_acq_rel) ==
        1)
        destroy(kept);
}
