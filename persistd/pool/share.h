/* SPDX-License-Identifier: Apache-2.0 */
/* share.h: how many places the scripts of each owner have. */

#ifndef SHARE_H
#define SHARE_H

#include "state/persistd.h"

typedef struct share_owner {
    uid_t owner;
    uint32_t held; /* places that will not become free soon by themselves */
} share_owner_t;

typedef struct share {
    share_owner_t *owners;
    size_t count;
} share_t;

/* Counts the places as they are now. To be freed with share_clear(). */
void share_count(share_t *share, const persistd_t *pd, int64_t now);

uint32_t share_held(const share_t *share, uid_t owner);

void share_clear(share_t *share);

#endif /* SHARE_H */
