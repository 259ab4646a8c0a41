/* SPDX-License-Identifier: Apache-2.0 */
/* preempt_test.c: who gives way to whom. */

#include "decide/preempt.h"
#include "tap.h"

static const preempt_wish_t poor = {
    .share = 2, .most = 2, .waited = PREEMPT_SHARE_US};

/* One of four workers of a busy pool. */
static preempt_worker_t busy(void)
{
    return (preempt_worker_t){.others = 3, .served = 1, .popularity = 100};
}

static void test_ranks(void)
{
    preempt_worker_t worker = busy();
    preempt_wish_t wish = poor;
    is_int(preempt_rank(&wish, &worker), PREEMPT_SHARE,
           "a share is given by all");
    wish.waited = PREEMPT_SHARE_US - 1;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE,
           "not at the first moment");
    wish = poor;
    wish.workers = 2;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE,
           "nor to who has his share");
    worker.idle = PREEMPT_IDLE_US;
    is_int(preempt_rank(&wish, &worker), PREEMPT_SPARE, "but an idle one is");
    worker.min = 4;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE,
           "unless it belongs to MIN");
    wish.workers = 0;
    is_int(preempt_rank(&wish, &worker), PREEMPT_RESERVED,
           "which is no excuse against who has none");
    worker = busy();
    worker.others = 0;
    wish.share = 1;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE, "the only worker stays");
    worker.served = PREEMPT_TURN_US;
    is_int(preempt_rank(&wish, &worker), PREEMPT_TURN,
           "until its turn is over");
    wish.going = wish.most;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE,
           "of not too many at a time");
    wish.going = 0;
    wish.workers = 1;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE, "for who has none only");
}

/* Of another owner, who has more than his share. */
static preempt_worker_t greedy(void)
{
    preempt_worker_t worker = busy();
    worker.foreign = worker.beyond = 1;
    worker.others = 0;
    return worker;
}

static void test_owners(void)
{
    preempt_wish_t wish = poor;
    preempt_worker_t worker = greedy();
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE,
           "who has his own share gets nothing from another owner's");
    wish.below = 1;
    is_int(preempt_rank(&wish, &worker), PREEMPT_OWNER, "who has less does");
    wish.waited = PREEMPT_SHARE_US - 1;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE,
           "not at the first moment");
    worker.starting = 1;
    is_int(preempt_rank(&wish, &worker), PREEMPT_STARTING,
           "but at once if it only starts");
    wish.below = 0;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE, "and he has less");
    wish.below = 1;
    worker.beyond = 0;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE,
           "and the other one more");
    worker.beyond = 1;
    worker.foreign = 0;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE, "and is not the same");
}

static void test_protection(void)
{
    preempt_wish_t wish = {.share = 2, .most = 2, .waited = PREEMPT_SHARE_US};
    preempt_worker_t worker = busy();
    worker.foreign = 1;
    worker.idle = PREEMPT_IDLE_US;
    worker.served = PREEMPT_TURN_US;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE,
           "an idle one of who keeps to his share stays against who doesn't");
    worker.idle = 0;
    is_int(preempt_rank(&wish, &worker), PREEMPT_NONE, "so does a busy one");
    worker.beyond = 1;
    is_int(preempt_rank(&wish, &worker), PREEMPT_SHARE,
           "among those beyond it pools count as ever");
    worker.beyond = 0;
    wish.below = 1;
    is_int(preempt_rank(&wish, &worker), PREEMPT_SHARE,
           "and among those below it");
}

static void test_free_places(void)
{
    is_int(preempt_free(5, 9, 6, 0), 5, "one owner may have all places");
    is_int(preempt_free(5, 9, 6, 1), 0,
           "but none beyond his share if one waits");
    is_int(preempt_free(5, 4, 6, 1), 2, "and those up to it");
    is_int(preempt_free(1, 4, 6, 1), 1, "as far as there are any");
}

static void test_order(void)
{
    preempt_worker_t a = busy(), b = busy();
    b.idle = PREEMPT_IDLE_US;
    ok(preempt_before(&poor, &b, &a), "the idle one goes first");
    b = busy();
    b.popularity = 99;
    ok(preempt_before(&poor, &b, &a), "or that of the less popular pool");
    b = busy();
    b.served = 2;
    ok(preempt_before(&poor, &b, &a), "or the oldest");
    ok(!preempt_before(&poor, &a, &b), "and not the other way round");
    preempt_wish_t wish = poor;
    wish.below = 1;
    a = b = greedy();
    a.starting = b.starting = 1;
    b.served = 2;
    ok(preempt_before(&wish, &a, &b), "but the youngest of those that start");
}

static void test_popularity(void)
{
    preempt_popularity_t pool = {0};
    preempt_count(&pool, 1000, 1);
    is_int(pool.weight, 1000, "requests count");
    preempt_count(&pool, 1000, 1000001);
    is_int(pool.weight, 1000, "once");
    preempt_count(&pool, 1000, 60000000);
    ok(pool.weight > 400 && pool.weight < 600, "half after a minute");
    preempt_count(&pool, 1200, 60000001);
    ok(pool.weight > 600, "new ones count in full");
    preempt_count(&pool, 1200, INT64_C(1000000000000));
    is_int(pool.weight, 0, "in the end nothing is left");
    preempt_count(&pool, 5, INT64_C(1000000000001));
    is_int(pool.weight, 0, "a counter that begins anew adds nothing");
}

int main(void)
{
    test_ranks();
    test_owners();
    test_protection();
    test_free_places();
    test_order();
    test_popularity();
    return done_testing();
}
