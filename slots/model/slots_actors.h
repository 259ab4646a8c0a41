/* SPDX-License-Identifier: Apache-2.0 */
/* slots_actors.h: what threads of httpd and persistd do in the scenes, as
 * explore_run_t, and the table that they use. They report by explore_wrong()
 * what contradicts a witness beside the table. */

#ifndef SLOTS_MODEL_ACTORS_H
#define SLOTS_MODEL_ACTORS_H

/* Called once, before and after all scenes. */
void table_make(void);
void table_drop(void);

/* Begin a scene: start workers, all of whose units the first actors hold. */
void prepare_one(void);
void prepare_nudges(void);    /* one; a waiter nudges persistd */
void prepare_two(void);       /* one with two units */
void prepare_finishing(void); /* one; its request is over, its work is not */
void prepare_pair(void);
void prepare_far(void);        /* two; unaimed requests try the second first */
void prepare_ahead(void);      /* one, whose second unit is VOID */
void prepare_ahead_pair(void); /* two that nobody holds, with two units */
void prepare_three(void);   /* one, with two that are FREE for requests ahead */
void prepare_joining(void); /* the same; requests join those of the worker */
void prepare_held_up(void); /* FINISHING, LEASED and FREE */
/* One, which runs a request; behind it others wait that may return to the
 * queue. */
void prepare_returning(void);
void prepare_returning_two(void);
void prepare_returning_last(void); /* behind all that wait */
void prepare_returning_full(void); /* to a queue without a cell */
/* The same with shared units, which have hints. */
void prepare_shared(void);
void prepare_shared_nudges(void);
void prepare_shared_two(void);
void prepare_shared_free(void); /* one, and nobody holds it */
void prepare_shared_finishing(void);

/* A thread that holds a unit from the start. It releases it. */
void holder(int actor);

/* The same, but it gives the worker up; and then acts as persistd, too. */
void breaker(int actor);
void recycling_breaker(int actor);

/* Threads with a request. They claim, or wait and claim, and release. An
 * impatient one leaves at its first sleep. "first" and "second" aim only at the
 * worker at this entry. The careless one accepts that its worker is cleared
 * while it holds a lease. */
void request(int actor);
void impatient_request(int actor);
void request_first(int actor);
void impatient_request_first(int actor);
void request_second(int actor);
void careless_request_second(int actor);
void served_request(int actor); /* reports to the renewer when it is over */

/* The request that runs ends. Then its worker begins with the next one that was
 * not taken back. */
void ender(int actor);
/* A request that waits at that worker, is taken back, and waits in the queue.
 */
void returner(int actor);
/* One that finds the queue full while another one waits. */
void refusable_request(int actor);
void dropper(int actor); /* persistd: the worker has dropped what it was to */

/* Threads that claim once, without waiting. The careful one checks what its
 * lease names, also when the lease has expired. */
void claimer(int actor);
void careful_claimer(int actor);
/* One of two such threads. It checks that it has a worker to itself. */
void first_claimer(int actor);

/* Steps of persistd. */
void first_goes(int actor);  /* the worker is gone */
void second_goes(int actor); /* the second worker is gone */
void finisher(int actor);    /* the worker reports that it is idle */
void leaver(int actor);      /* the worker has to leave: waits until it can */
void withdrawer(int actor);  /* takes a unit out, until a request waits */
void renewer(int actor);     /* and another worker starts for the waiter */
void changer(int actor);     /* offers a second unit, takes one out */
void closer(int actor);      /* wants none ahead, takes two units out */
void replacer(int actor);    /* it is gone, its slot goes to another pool */
void restarter(int actor);   /* it is gone, its slot goes to the next worker */
void recycler(int actor);    /* replaces the worker when it is BROKEN */
/* The worker is gone, and its units go to another slot, of another pool. */
void run_passer(int actor);
/* A request of that pool, and a thread that claims in the first one. */
void other_request(int actor);
void one_claimer(int actor);

/* After a death: persistd sweeps, and the worker reports that it is idle. */
void undertaker(int died);
void recycling_undertaker(int died); /* it also replaces a BROKEN worker */
/* The next persistd has no worker, whatever it finds in the table. */
void successor(int died);
/* The next persistd adopts the worker and acts as the finisher. */
void next_persistd(int died);
/* The next persistd acts as the finisher; then comes a request that need not
 * wait. */
void next_finisher(int died);

#endif /* SLOTS_MODEL_ACTORS_H */
