/* SPDX-License-Identifier: Apache-2.0 */
/* share.c: counts places by the tenant of the script. */

#include "pool/share.h"

#include "base/heap.h"
#include "pool/capacity.h"

#include <stdlib.h>

/* Searches from the end: there are few owners, and their workers are neighbours
 * in the list. */
static share_owner_t *find(const share_t *share, uid_t owner)
{
    for (size_t i = share->count; i-- > 0;)
        if (share->owners[i].owner == owner)
            return &share->owners[i];
    return NULL;
}

static share_owner_t *find_or_add(share_t *share, uid_t owner)
{
    share_owner_t *found = find(share, owner);
    if (found)
        return found;
    share->owners =
        heap_grow(share->owners, share->count + 1, sizeof(*share->owners));
    found = &share->owners[share->count++];
    *found = (share_owner_t){.owner = owner};
    return found;
}

void share_count(share_t *share, const persistd_t *pd, int64_t now)
{
    *share = (share_t){0};
    for (const worker_t *worker = pd->workers; worker; worker = worker->next)
        if (worker->pool && worker->pool->tenant != POOL_NOBODY &&
            !capacity_is_coming(worker, now))
            find_or_add(share, worker->pool->tenant)->held += worker->places;
}

uint32_t share_held(const share_t *share, uid_t owner)
{
    const share_owner_t *found = find(share, owner);
    return found ? found->held : 0;
}

void share_clear(share_t *share)
{
    free(share->owners);
    *share = (share_t){0};
}
