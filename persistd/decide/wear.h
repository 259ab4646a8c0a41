/* SPDX-License-Identifier: Apache-2.0 */
/* wear.h: when a worker has done enough. Pure. */

#ifndef WEAR_H
#define WEAR_H

#include <stdint.h>

typedef struct wear_facts {
    uint64_t requests, max_requests; /* a limit of 0: none; so below */
    int64_t age, max_age;            /* µs since READY */
    uint64_t memory;                 /* bytes of its own; 0: not known */
    uint64_t memory_soft, memory_hard;
} wear_facts_t;

typedef enum wear {
    WEAR_NONE,
    WEAR_REQUESTS, /* these are replaced when another one is ready … */
    WEAR_AGE,
    WEAR_MEMORY,
    WEAR_ORDER, /* persistctl says so; nothing that wear_judge() could see */
    WEAR_KILL   /* … and this one is killed at once */
} wear_t;

wear_t wear_judge(const wear_facts_t *facts);

/* The directive that says so. */
const char *wear_text(wear_t wear);

#endif /* WEAR_H */
