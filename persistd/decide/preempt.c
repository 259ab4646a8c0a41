/* SPDX-License-Identifier: Apache-2.0 */
/* preempt.c: ranks workers that could leave for another pool. */

#include "decide/preempt.h"

#define AGE_US 10000000 /* after this time an eighth of the weight is lost */
#define AGES_MOST 400   /* after so many ages nothing is left */

/* The worker's owner has more than his share, and the owner of the waiting pool
 * has less. */
static int owner_yields(const preempt_wish_t *wish,
                        const preempt_worker_t *worker)
{
    return worker->foreign && worker->beyond && wish->below;
}

static int is_protected(const preempt_wish_t *wish,
                        const preempt_worker_t *worker)
{
    return worker->foreign && !worker->beyond && !wish->below;
}

preempt_rank_t preempt_rank(const preempt_wish_t *wish,
                            const preempt_worker_t *worker)
{
    if (worker->starting)
        return owner_yields(wish, worker) ? PREEMPT_STARTING : PREEMPT_NONE;
    if (is_protected(wish, worker))
        return PREEMPT_NONE;
    if (worker->idle >= PREEMPT_IDLE_US && worker->others >= worker->min)
        return PREEMPT_SPARE;
    if (worker->idle >= PREEMPT_IDLE_US && wish->workers == 0)
        return PREEMPT_RESERVED;
    if (wish->waited < PREEMPT_SHARE_US)
        return PREEMPT_NONE;
    if (owner_yields(wish, worker))
        return PREEMPT_OWNER;
    if (wish->workers < wish->share && worker->others >= wish->share)
        return PREEMPT_SHARE;
    if (wish->workers == 0 && wish->going < wish->most &&
        worker->served >= PREEMPT_TURN_US)
        return PREEMPT_TURN;
    return PREEMPT_NONE;
}

int preempt_before(const preempt_wish_t *wish, const preempt_worker_t *a,
                   const preempt_worker_t *b)
{
    preempt_rank_t rank_a = preempt_rank(wish, a),
                   rank_b = preempt_rank(wish, b);
    if (rank_a != rank_b)
        return rank_a > rank_b;
    if (a->popularity != b->popularity)
        return a->popularity < b->popularity;
    if (rank_a == PREEMPT_STARTING)
        return a->served < b->served;
    return a->idle != b->idle ? a->idle > b->idle : a->served > b->served;
}

uint32_t preempt_free(uint32_t room, uint32_t held, uint32_t share,
                      int poorer_waits)
{
    uint32_t left = share > held ? share - held : 0;
    return poorer_waits && left < room ? left : room;
}

static void age(preempt_popularity_t *popularity, int64_t now)
{
    int64_t ages = (now - popularity->aged) / AGE_US;
    popularity->aged += ages * AGE_US;
    if (ages > AGES_MOST)
        ages = AGES_MOST;
    while (ages-- > 0)
        popularity->weight -= (popularity->weight + 7) / 8;
}

void preempt_count(preempt_popularity_t *popularity, uint64_t requests,
                   int64_t now)
{
    age(popularity, now);
    if (requests > popularity->seen)
        popularity->weight += requests - popularity->seen;
    popularity->seen = requests;
}
