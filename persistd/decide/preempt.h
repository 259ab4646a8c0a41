/* SPDX-License-Identifier: Apache-2.0 */
/* preempt.h: who gives way when PersistMaxWorkers is reached and a pool waits
 * for a worker. Pure: times in µs.
 *
 *   SPARE     idle for a second, and its pool has more than its MIN
 *   STARTING  its owner has more places than PersistCeiling OwnerShare, the
 *             other one less; it ends at once, for it may never be READY
 *   RESERVED  idle for a second: MIN does not stand against who has none
 *   OWNER     as STARTING, but it serves: it ends after the request that it has
 *   SHARE     its pool has more than its share, the other one less; so does it
 *   TURN      there are more pools than places: each serves for a while
 *
 * An owner who has his share already gets nothing from one who has not more. */

#ifndef PREEMPT_H
#define PREEMPT_H

#include <stdint.h>

#define PREEMPT_IDLE_US 1000000 /* an idle worker can be spared after this */
#define PREEMPT_SHARE_US                                                       \
    100000 /* how long others must have waited for a share                     \
            */
#define PREEMPT_TURN_US                                                        \
    2000000 /* how long a worker serves before its turn ends                   \
             */

/* While those who are to leave don't, since their requests last, further turns
 * end: of one worker in so many, in all. */
#define PREEMPT_TURNS 8u

/* How long one that is to leave is waited for. */
#define PREEMPT_LEAVE_US 1000000

/* The pool that waits. */
typedef struct preempt_wish {
    uint32_t workers; /* that it has, coming ones included */
    uint32_t share;   /* workers for each pool if all had the same, 1… */
    uint32_t going;   /* of all pools, since whenever: some take hours */
    uint32_t most;    /* … and as many as that no turn ends */
    int64_t waited;
    int below; /* its owner has fewer places than his share */
} preempt_wish_t;

/* A worker of another pool, STARTING or READY. */
typedef struct preempt_worker {
    int starting;
    int foreign;     /* of another owner */
    int beyond;      /* … its own one, who has more places than his share */
    int64_t idle;    /* for so long; 0: it is busy */
    int64_t served;  /* since READY; STARTING: since then */
    uint32_t others; /* workers of its pool without it */
    uint32_t min;    /* of its pool */
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

/* True when a gives way rather than b: by rank, then the one of the less
 * popular pool, then the one that has been idle, or has served, for longer; but
 * of STARTING ones the last, or none would ever come to its boot time-out. */
int preempt_before(const preempt_wish_t *wish, const preempt_worker_t *a,
                   const preempt_worker_t *b);

/* How many of the free places an owner may take who has so many already.
 * poorer_waits: another owner does, who has fewer than his share. */
uint32_t preempt_free(uint32_t room, uint32_t held, uint32_t share,
                      int poorer_waits);

/* How much a pool is asked for; what was long ago counts less and less: half
 * after a minute or so. Starts zeroed. */
typedef struct preempt_popularity {
    uint64_t weight, seen;
    int64_t aged;
} preempt_popularity_t;

/* requests: all that the pool ever had. */
void preempt_count(preempt_popularity_t *popularity, uint64_t requests,
                   int64_t now);

#endif /* PREEMPT_H */
