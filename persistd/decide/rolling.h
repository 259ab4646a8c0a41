/* SPDX-License-Identifier: Apache-2.0 */
/* rolling.h: PersistReload rolling: old workers serve until new ones are ready.
 * Pure. */

#ifndef ROLLING_H
#define ROLLING_H

#include <stdint.h>

typedef struct rolling_facts {
    uint32_t old;      /* READY workers of the code that serves */
    uint32_t ready;    /* READY ones of the new code, waiting for their time */
    uint32_t starting; /* of the new code */
    uint32_t room;     /* workers that may still be started, by all pools */
    uint32_t seats;    /* … by this one, whose list has an end */
    uint32_t leaving;  /* places that may soon be room (capacity_unsettled()) */
    uint32_t pace;     /* workers that this pool may start now */
    int proven;        /* one of the new code has become READY */
    int held;          /* no start now, but later */
} rolling_facts_t;

typedef struct rolling {
    uint32_t start; /* workers of the new code */
    int shortage;   /* the first new one waits for room … */
    int retire_old; /* … and an old one leaves, to make it */
    int change; /* the new code serves from now on, and the old ones leave */
} rolling_t;

rolling_t rolling_make(const rolling_facts_t *facts);

#endif /* ROLLING_H */
