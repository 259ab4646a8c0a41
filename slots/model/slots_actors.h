/* SPDX-License-Identifier: Apache-2.0 */
/* slots_actors.h: what threads of httpd and persistd do in the scenes, as
 * explore_run_t; and the table that they do it to. What is wrong for a witness
 * beside the table they say by explore_wrong(). */

#ifndef SLOTS_MODEL_ACTORS_H
#define SLOTS_MODEL_ACTORS_H

/* Once, around all scenes. */
void table_make(void);
void table_drop(void);

/* How a scene begins: so many workers, all of whose units the first actors
 * have. */
void prepare_one(void);
void prepare_nudges(void);    /* one, and who waits nudges persistd */
void prepare_two(void);       /* one with two units */
void prepare_finishing(void); /* one, its request is over, but not its work */
void prepare_pair(void);
void prepare_far(void); /* two: who does not aim tries the second one first */

/* A thread that has a unit from the start: releases it. */
void holder(int actor);

/* Threads with a request: claim, or wait and claim, and release. An impatient
 * one leaves at its first sleep; first and second aim at the worker at this
 * entry alone, and the careless one does not mind when that goes. */
void request(int actor);
void impatient_request(int actor);
void request_first(int actor);
void impatient_request_first(int actor);
void request_second(int actor);
void careless_request_second(int actor);
void served_request(int actor); /* tells the renewer when it is over */

/* Threads that claim once, without waiting; the careful one looks at what its
 * lease names, also when that has expired. */
void claimer(int actor);
void careful_claimer(int actor);

/* persistd */
void first_goes(int actor);  /* the worker is gone */
void second_goes(int actor); /* the second one is */
void finisher(int actor);    /* the worker says that it is idle */
void leaver(int actor);      /* the worker shall leave: waits until it can */
void renewer(int actor);     /* and another one comes for who waits */
void replacer(int actor);    /* it is gone, its slot goes to another pool */
void restarter(int actor);   /* it is gone, its slot goes to the next one */

/* After a death: persistd sweeps, and the worker says that it is idle. */
void undertaker(int died);
/* The next persistd knows of no worker, whatever it finds. */
void successor(int died);
/* The next persistd as finisher, and then a request that need not wait. */
void next_finisher(int died);

#endif /* SLOTS_MODEL_ACTORS_H */
