/* SPDX-License-Identifier: Apache-2.0 */
/* room.c: ranks of workers that may give way. */

#include "room.h"

#define AGE_US 10000000 /* after this long an eighth is forgotten */
#define AGES_MOST 400   /* after so many nothing is left */

room_rank_t room_rank(const room_wish_t *wish, const room_worker_t *worker)
{
    if (worker->idle >= ROOM_IDLE_US && worker->others >= worker->min)
        return ROOM_SPARE;
    if (worker->idle >= ROOM_IDLE_US && wish->workers == 0)
        return ROOM_RESERVED;
    if (wish->waited < ROOM_SHARE_US)
        return ROOM_NONE;
    if (wish->workers < wish->share && worker->others >= wish->share)
        return ROOM_SHARE;
    if (wish->workers == 0 && wish->going < wish->most &&
        worker->served >= ROOM_TURN_US)
        return ROOM_TURN;
    return ROOM_NONE;
}

int room_before(const room_wish_t *wish, const room_worker_t *a,
                const room_worker_t *b)
{
    room_rank_t rank_a = room_rank(wish, a), rank_b = room_rank(wish, b);
    if (rank_a != rank_b)
        return rank_a > rank_b;
    if (a->popularity != b->popularity)
        return a->popularity < b->popularity;
    return a->idle != b->idle ? a->idle > b->idle : a->served > b->served;
}

static void age(room_popularity_t *popularity, int64_t now)
{
    int64_t ages = (now - popularity->aged) / AGE_US;
    popularity->aged += ages * AGE_US;
    if (ages > AGES_MOST)
        ages = AGES_MOST;
    while (ages-- > 0)
        popularity->weight -= (popularity->weight + 7) / 8;
}

void room_count(room_popularity_t *popularity, uint64_t requests, int64_t now)
{
    age(popularity, now);
    if (requests > popularity->seen)
        popularity->weight += requests - popularity->seen;
    popularity->seen = requests;
}
