/* SPDX-License-Identifier: Apache-2.0 */
/* preempt.h: which worker leaves when PersistMaxWorkers is reached and a pool
 * waits for a worker. Pure: times in µs.
 *
 *   SPARE     idle for a second, and its pool has more than MIN
 *   STARTING  its owner has more than PersistCeiling OwnerShare, the waiting
 *             pool's owner less; it ends at once, since it may never be READY
 *   RESERVED  idle for a second, and the waiting pool has no worker: that
 *             outweighs MIN
 *   OWNER     as STARTING, but it serves, and ends after its current request
 *   SHARE     its pool has more than its share, the waiting pool less; it ends
 *             after its current request
 *   TURN      there are more pools than places, so each serves for a while
 *
 * An owner who has his share gets no place from an owner who has not exceeded
 * his. */

#ifndef PREEMPT_H
#define PREEMPT_H

#include <stdint.h>

#define PREEMPT_IDLE_US 1000000 /* how long a worker has to be idle */
/* How long the pool must have waited before a busy worker leaves for it. */
#define PREEMPT_SHARE_US 100000
/* How long a worker serves before its turn ends. */
#define PREEMPT_TURN_US 2000000

/* How many workers may be leaving at a time because their turn has ended: one
 * in PREEMPT_TURNS of all. */
#define PREEMPT_TURNS 8u

/* For how long a leaving worker's place is expected to become free. */
#define PREEMPT_LEAVE_US 1000000

/* The pool that waits for a worker. */
typedef struct preempt_wish {
    uint32_t workers; /* workers of the pool, starting ones included */
    uint32_t share;   /* workers of each pool in equal shares, at least 1 */
    uint32_t going;   /* leaving workers of all pools, however long they take */
    uint32_t most;    /* no turn ends if `going` has reached this number */
    int64_t waited;
    int below; /* its owner has fewer places than his share */
} preempt_wish_t;

/* A worker of another pool, STARTING or READY. */
typedef struct preempt_worker {
    int starting;
    int foreign;     /* it has another owner than the waiting pool */
    int beyond;      /* its owner has more places than his share */
    int64_t idle;    /* how long it has been idle; 0: it is busy */
    int64_t served;  /* time since READY, or in STARTING */
    uint32_t others; /* the other workers of its pool */
    uint32_t min;    /* MIN of its pool */
    uint64_t popularity;
} preempt_worker_t;

typedef enum preempt_rank {
    PREEMPT_NONE, /* it stays */
    PREEMPT_TURN,
    PREEMPT_SHARE,
    PREEMPT_OWNER,
    PREEMPT_RESERVED,
    PREEMPT_STARTING,
    PREEMPT_SPARE
} preempt_rank_t;

preempt_rank_t preempt_rank(const preempt_wish_t *wish,
                            const preempt_worker_t *worker);

/* True if a leaves rather than b: by rank; then the worker of the less popular
 * pool; then the one that has been idle, or has served, for longer. Of STARTING
 * workers the youngest leaves, because otherwise none would ever reach its boot
 * time-out. */
int preempt_before(const preempt_wish_t *wish, const preempt_worker_t *a,
                   const preempt_worker_t *b);

/* How many of the free places an owner may take who has `held` already.
 * poorer_waits: another owner, who has less than his share, waits for a
 * place. */
uint32_t preempt_free(uint32_t room, uint32_t held, uint32_t share,
                      int poorer_waits);

/* How much a pool is used. Older requests count less and less; half is
 * forgotten after about a minute. Zeroed at the start. */
typedef struct preempt_popularity {
    uint64_t weight, seen;
    int64_t aged;
} preempt_popularity_t;

/* requests: all that the pool has ever had. */
void preempt_count(preempt_popularity_t *popularity, uint64_t requests,
                   int64_t now);

#endif /* PREEMPT_H */
