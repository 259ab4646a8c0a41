/* SPDX-License-Identifier: Apache-2.0 */
/* persist_kept.h: one .htaccess file as httpd has parsed it, or the fact that a
 * directory has none. Nothing but its counters changes after it was made. */

#ifndef PERSIST_KEPT_H
#define PERSIST_KEPT_H

#include <httpd.h> /* before all other headers of httpd */

#include <http_config.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

typedef enum persist_kept_kind {
    PERSIST_KEPT_FILE,   /* conf is what the file says */
    PERSIST_KEPT_ABSENT, /* there is no such file */
    PERSIST_KEPT_REFUSED /* never lent: until `again` nobody reads it for this
                          */
} persist_kept_kind_t;

typedef struct persist_kept {
    persist_kept_kind_t kind;
    const server_rec *server; /* with dir: the key */
    const char *dir;          /* as httpd spells it: "/" or "/a/b/" */
    size_t length;            /* of dir */
    uint64_t hash;            /* of dir */
    const char *path;         /* of the .htaccess file */
    int override;             /* what AllowOverride allows in dir */
    int override_opts;
    ap_conf_vector_t *conf; /* PERSIST_KEPT_FILE, else NULL */
    struct stat stat;       /* PERSIST_KEPT_FILE: the file that was parsed */
    size_t weight;          /* of the text that conf was made from */
    apr_time_t again;       /* PERSIST_KEPT_REFUSED */
    apr_pool_t *pool;       /* holds all of this */
    /* One of the store, and one of each request that it was lent to. Any thread
     * of the child; the last one to give its reference back frees. */
    _Atomic uint32_t references;
    _Atomic int used; /* since the store last looked for one to evict */
    struct persist_kept *next; /* in its bucket; under the store's lock */
} persist_kept_t;

/* The hash of a directory's name: of its length and its last eight bytes, which
 * takes no longer for a long one. A stranger can make names with equal hashes,
 * but no more of them than the store has places. */
static inline uint64_t persist_kept_hash(const char *dir, size_t length)
{
    uint64_t tail = 0;
    if (length >= sizeof(tail))
        memcpy(&tail, dir + length - sizeof(tail), sizeof(tail));
    else
        for (size_t i = 0; i < length; i++)
            tail = tail << 8 | (unsigned char)dir[i];
    tail = (tail ^ length) * UINT64_C(0x9e3779b97f4a7c15);
    return tail ^ tail >> 32;
}

/* Call this once in a child, before it has threads. Returns an error if there
 * is no memory; then nothing may be made. */
apr_status_t persist_kept_child_init(void);

/* Bounds of all that a child has not freed yet: what its store keeps, and what
 * has been replaced or evicted but is held by requests, or by threads that have
 * had no other request since (persist_hold.c). */
#define PERSIST_KEPT_FILES 256
#define PERSIST_KEPT_WEIGHT (128 * 1024)

/* Makes one that nobody else sees yet, in a pool of its own, with one
 * reference; its kind is PERSIST_KEPT_ABSENT. Returns NULL without memory, or
 * if there are PERSIST_KEPT_FILES. */
persist_kept_t *persist_kept_make(const server_rec *server, const char *dir,
                                  const char *name);

/* Sets what it weighs, once. Returns 0, or -1 if all together would weigh too
 * much. */
int persist_kept_weigh(persist_kept_t *kept, size_t weight);

/* True if the file is the one that was parsed, or is still absent. One stat();
 * any doubt is a no. */
int persist_kept_is_fresh(const persist_kept_t *kept);

/* True if both describe one file in one state. */
int persist_kept_same_file(const struct stat *a, const struct stat *b);

void persist_kept_take(persist_kept_t *kept);

/* Gives one reference back. The last one frees. */
void persist_kept_give(persist_kept_t *kept);

#endif /* PERSIST_KEPT_H */
