/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h: how many workers a pool should start and retire. Pure. */

#ifndef PLAN_H
#define PLAN_H

#include <stdint.h>

typedef struct plan_facts {
    uint32_t waiting;  /* requests in the queue */
    uint32_t free;     /* units that who waits has been woken for */
    uint32_t starting; /* workers of the current version, not yet READY */
    uint32_t ready;    /* workers of the current version that serve */
    uint32_t expired;  /* of these, idle for longer than the pool wants */
    uint32_t min, max;
    uint32_t capacity; /* units of one worker, 1… */
    uint32_t room;     /* workers that may still be started, by all pools */
    uint32_t seats;    /* … by this one, whose list has an end */
    uint32_t leaving;  /* places that may soon be room (capacity_unsettled()) */
    uint32_t pace;     /* workers that this pool may start now */
    uint32_t worn;     /* ready ones that are to be replaced */
    uint32_t replacements; /* starting ones that will replace such a one */
    int proven;     /* this version of the script has become READY once */
    int held;       /* back-off: no start now */
    int superseded; /* another pool stands for the script, or it has gone */
    int stopping;   /* all of it, or this pool by order */
} plan_facts_t;

typedef struct plan {
    uint32_t start;
    uint32_t retire;      /* the longest idle ones */
    uint32_t shortage;    /* would be started if there were room */
    int paced;            /* there is room for more, which the pace puts off */
    uint32_t replace;     /* start so many to replace worn ones when READY */
    uint32_t retire_worn; /* worn ones that leave first: there is no room */
} plan_t;

plan_t plan_make(const plan_facts_t *facts);

#endif /* PLAN_H */
