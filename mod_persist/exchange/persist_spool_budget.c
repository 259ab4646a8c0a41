/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spool_budget.c: counts the bytes in temporary files of this child. */

#include "exchange/persist_spool_budget.h"

#include <pthread.h>
#include <stdlib.h>

/* An owner with bytes in temporary files. There are no more of them than
 * requests, so a list is enough. */
typedef struct owner {
    struct owner *next;
    uid_t uid;
    uint64_t bytes;
} owner_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static owner_t *owners; /* under the lock, as is total */
static uint64_t total;

/* Returns the place of the pointer to this owner, or that of the list's end. */
static owner_t **find(uid_t uid)
{
    owner_t **place = &owners;
    while (*place && (*place)->uid != uid)
        place = &(*place)->next;
    return place;
}

static int fits(uint64_t most, uint64_t taken, uint64_t bytes)
{
    return !most || (taken <= most && bytes <= most - taken);
}

static int take(const persist_spool_budget_t *budget, uid_t uid, uint64_t bytes)
{
    owner_t **place = find(uid);
    if (!fits(budget->child, total, bytes) ||
        !fits(budget->owner, *place ? (*place)->bytes : 0, bytes))
        return -1;
    if (!*place && !(*place = calloc(1, sizeof(**place))))
        return -1;
    (*place)->uid = uid;
    (*place)->bytes += bytes;
    total += bytes;
    return 0;
}

static void give(uid_t uid, uint64_t bytes)
{
    owner_t **place = find(uid), *owner = *place;
    if (!owner)
        return;
    total -= bytes;
    owner->bytes -= bytes;
    if (owner->bytes > 0)
        return;
    *place = owner->next;
    free(owner);
}

int persist_spool_budget_take(const persist_spool_budget_t *budget, uid_t owner,
                              uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    int result = take(budget, owner, bytes);
    pthread_mutex_unlock(&lock);
    return result;
}

void persist_spool_budget_give(uid_t owner, uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    give(owner, bytes);
    pthread_mutex_unlock(&lock);
}
