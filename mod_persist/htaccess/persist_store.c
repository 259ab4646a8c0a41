/* SPDX-License-Identifier: Apache-2.0 */
/* persist_store.c: a hash table under a lock for readers and writers. The clock
 * algorithm chooses what is evicted. Requests for directories of which nothing
 * is kept do not take the lock. */

#include "htaccess/persist_store.h"

#include <pthread.h>
#include <string.h>

#define BUCKETS 256u

typedef struct candidate {
    size_t length; /* of the directory's name */
    uint64_t hash;
} candidate_t;

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

/* Written under the lock. Read without it only to see which are empty. */
static _Atomic(persist_kept_t *) buckets[BUCKETS];

/* Under the lock. */
static persist_kept_t *places[PERSIST_STORE_FILES]; /* NULL: free */
static unsigned hand;                               /* of the clock */
static size_t weight;

/* Written under the lock; read without it, where an old value does no harm. */
static _Atomic unsigned count;
static _Atomic size_t shortest, longest; /* name of a directory */

unsigned persist_store_count(void)
{
    return atomic_load_explicit(&count, memory_order_relaxed);
}

static _Atomic(persist_kept_t *) *bucket_of(uint64_t hash)
{
    return &buckets[hash % BUCKETS];
}

static persist_kept_t *first_in(uint64_t hash)
{
    return atomic_load_explicit(bucket_of(hash), memory_order_relaxed);
}

static int is_for(const persist_kept_t *kept, const server_rec *server,
                  const char *dir, size_t length, uint64_t hash)
{
    return kept->hash == hash && kept->server == server &&
           kept->length == length && memcmp(kept->dir, dir, length) == 0;
}

static persist_kept_t *find(const server_rec *server, const char *dir,
                            size_t length, uint64_t hash)
{
    persist_kept_t *kept = first_in(hash);
    while (kept && !is_for(kept, server, dir, length, hash))
        kept = kept->next;
    return kept;
}

/* Writes only once between two turns of the hand, so that readers do not take
 * the cache line from each other. */
static persist_kept_t *lend(persist_kept_t *kept)
{
    persist_kept_take(kept);
    if (!atomic_load_explicit(&kept->used, memory_order_relaxed))
        atomic_store_explicit(&kept->used, 1, memory_order_relaxed);
    return kept;
}

/* Notes the directories on the way to filename that may be kept, without the
 * lock: those of other lengths and in empty buckets are not. If a value is old,
 * a file is read that need not be. */
static unsigned find_candidates(const char *filename, candidate_t *candidates)
{
    size_t least = atomic_load_explicit(&shortest, memory_order_relaxed);
    size_t most = atomic_load_explicit(&longest, memory_order_relaxed);
    size_t length = strlen(filename);
    unsigned number = 0;
    if (least == 0 || least > length)
        return 0;
    const char *end = filename + (length < most ? length : most);
    const char *at = filename + least - 1;
    while (at < end && number < PERSIST_STORE_DEPTH &&
           (at = memchr(at, '/', (size_t)(end - at))) != NULL) {
        length = (size_t)(++at - filename);
        uint64_t hash = persist_kept_hash(filename, length);
        if (first_in(hash))
            candidates[number++] = (candidate_t){length, hash};
    }
    return number;
}

static unsigned lend_all(const server_rec *server, const char *filename,
                         const candidate_t *candidates, unsigned number,
                         persist_kept_t **found)
{
    unsigned lent = 0;
    pthread_rwlock_rdlock(&lock);
    for (unsigned i = 0; i < number; i++) {
        persist_kept_t *kept =
            find(server, filename, candidates[i].length, candidates[i].hash);
        if (kept && kept->kind != PERSIST_KEPT_REFUSED)
            found[lent++] = lend(kept);
    }
    pthread_rwlock_unlock(&lock);
    return lent;
}

unsigned persist_store_borrow(const server_rec *server, const char *filename,
                              persist_kept_t *found[PERSIST_STORE_DEPTH])
{
    candidate_t candidates[PERSIST_STORE_DEPTH];
    unsigned number = find_candidates(filename, candidates);
    return number ? lend_all(server, filename, candidates, number, found) : 0;
}

persist_kept_t *persist_store_get(const server_rec *server, const char *dir)
{
    size_t length = strlen(dir);
    pthread_rwlock_rdlock(&lock);
    persist_kept_t *kept =
        find(server, dir, length, persist_kept_hash(dir, length));
    if (kept)
        persist_kept_take(kept);
    pthread_rwlock_unlock(&lock);
    return kept;
}

/* What follows is called with the lock held for writing. */

static void insert(unsigned place, persist_kept_t *kept)
{
    kept->next = first_in(kept->hash);
    atomic_store_explicit(bucket_of(kept->hash), kept, memory_order_relaxed);
    places[place] = kept;
    weight += kept->weight;
    atomic_store_explicit(&count, persist_store_count() + 1,
                          memory_order_relaxed);
}

static void unlink_kept(persist_kept_t *kept)
{
    persist_kept_t *before = first_in(kept->hash);
    if (before == kept) {
        atomic_store_explicit(bucket_of(kept->hash), kept->next,
                              memory_order_relaxed);
        return;
    }
    while (before->next != kept)
        before = before->next;
    before->next = kept->next;
}

/* gone: a list of what is to be given back when the lock is free, for it may
 * take long to destroy. */
static void take_out(unsigned place, persist_kept_t **gone)
{
    persist_kept_t *kept = places[place];
    unlink_kept(kept);
    places[place] = NULL;
    weight -= kept->weight;
    atomic_store_explicit(&count, persist_store_count() - 1,
                          memory_order_relaxed);
    kept->next = *gone;
    *gone = kept;
}

static unsigned place_of(const persist_kept_t *kept)
{
    unsigned place = 0;
    while (places[place] != kept)
        place++;
    return place;
}

static unsigned free_place(void)
{
    return place_of(NULL);
}

/* After one turn no place is marked as used any more, so this ends. */
static void evict_one(persist_kept_t **gone)
{
    persist_kept_t *kept;
    do {
        hand = (hand + 1) % PERSIST_STORE_FILES;
        kept = places[hand];
    } while (!kept ||
             atomic_exchange_explicit(&kept->used, 0, memory_order_relaxed));
    take_out(hand, gone);
}

static unsigned make_room(size_t more, persist_kept_t **gone)
{
    unsigned evicted = 0;
    while (persist_store_count() > 0 &&
           (persist_store_count() == PERSIST_STORE_FILES ||
            weight + more > PERSIST_STORE_WEIGHT)) {
        evict_one(gone);
        evicted++;
    }
    return evicted;
}

static void give_all(persist_kept_t *gone)
{
    while (gone) {
        persist_kept_t *kept = gone;
        gone = kept->next;
        persist_kept_give(kept);
    }
}

static void measure(void)
{
    size_t least = SIZE_MAX, most = 0;
    for (unsigned i = 0; i < PERSIST_STORE_FILES; i++) {
        if (places[i] && places[i]->length < least)
            least = places[i]->length;
        if (places[i] && places[i]->length > most)
            most = places[i]->length;
    }
    atomic_store_explicit(&shortest, least, memory_order_relaxed);
    atomic_store_explicit(&longest, most, memory_order_relaxed);
}

unsigned persist_store_put(persist_kept_t *kept)
{
    persist_kept_t *gone = NULL;
    pthread_rwlock_wrlock(&lock);
    persist_kept_t *old =
        find(kept->server, kept->dir, kept->length, kept->hash);
    if (old)
        take_out(place_of(old), &gone);
    unsigned evicted = make_room(kept->weight, &gone);
    insert(free_place(), kept);
    measure();
    pthread_rwlock_unlock(&lock);
    give_all(gone);
    return evicted;
}
