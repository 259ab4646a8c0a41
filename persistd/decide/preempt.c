/* SPDX-License-Identifier: Apache-2.0 */
/* preempt.c: ranks of workers that may give way. */

#include "decide/preempt.h"

#define AGE_US 10000000 /* after this long an eighth is forgotten */
#define AGES_MOST 400   /* after so many nothing is left */

/* Two owners: the other one has more than his share, and this one less. */
static int owner_yields(const room_wish_t *wish, const room_worker_t *worker)
{
    return worker->foreign && worker->beyond && wish->below;
}

static int is_protected(const room_wish_t *wish, const room_worker_t *worker)
{
    return worker->foreign && !worker->beyond && !wish->below;
}

room_rank_t room_rank(const room_wish_t *wish, const room_worker_t *worker)
{
    if (worker->starting)
        return owner_yields(wish, worker) ? ROOM_STARTING : ROOM_NONE;
    if (is_protected(wish, worker))
        return ROOM_NONE;
    if (worker->idle >= ROOM_IDLE_US && worker->others >= worker->min)
        return ROOM_SPARE;
    if (worker->idle >= ROOM_IDLE_US && wish->workers == 0)
        return ROOM_RESERVED;
    if (wish->waited < ROOM_SHARE_US)
        return ROOM_NONE;
    if (owner_yields(wish, worker))
        return ROOM_OWNER;
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
    if (rank_a == ROOM_STARTING)
        return a->served < b->served;
    return a->idle != b->idle ? a->idle > b->idle : a->served > b->served;
}

uint32_t room_free(uint32_t room, uint32_t held, uint32_t share,
                   int poorer_waits)
{
    uint32_t left = share > held ? share - held : 0;
    return poorer_waits && left < room ? left : room;
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
