/* SPDX-License-Identifier: Apache-2.0 */
/* wear.h: when a worker has to be replaced. Pure. */

#ifndef WEAR_H
#define WEAR_H

#include <stdint.h>

typedef struct wear_facts {
    uint64_t requests,
        max_requests;     /* here and below: a limit of 0 means none */
    int64_t age, max_age; /* µs since READY */
    uint64_t memory;      /* private bytes; 0: unknown */
    uint64_t memory_soft, memory_hard;
} wear_facts_t;

typedef enum wear {
    WEAR_NONE,
    WEAR_REQUESTS, /* the next four: replaced when another is ready */
    WEAR_AGE,
    WEAR_MEMORY,
    WEAR_ORDER, /* set by persistctl, never by wear_judge() */
    WEAR_KILL   /* killed at once */
} wear_t;

wear_t wear_judge(const wear_facts_t *facts);

/* The directive or order behind it, for the log. */
const char *wear_text(wear_t wear);

#endif /* WEAR_H */
