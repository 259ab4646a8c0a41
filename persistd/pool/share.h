/* SPDX-License-Identifier: Apache-2.0 */
/* share.h: how many of all places the scripts of each owner have. */

#ifndef SHARE_H
#define SHARE_H

#include "state/persistd.h"

typedef struct share_owner {
    uid_t owner;
    uint32_t held; /* places that he won't give back soon by himself */
} share_owner_t;

typedef struct share {
    share_owner_t *owners;
    size_t count;
} share_t;

/* A moment's count; for share_clear(). */
void share_count(share_t *share, const persistd_t *pd, int64_t now);

uint32_t share_held(const share_t *share, uid_t owner);

void share_clear(share_t *share);

#endif /* SHARE_H */
