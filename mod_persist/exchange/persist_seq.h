/* SPDX-License-Identifier: Apache-2.0 */
/* persist_seq.h: numbers that a worker can't foresee. */

#ifndef PERSIST_SEQ_H
#define PERSIST_SEQ_H

#include <stdint.h>

/* How many are drawn from the kernel at a time, so that hardly any request
 * needs a system call for its own. */
#define PERSIST_SEQ_BATCH 256

/* Belongs to whoever holds the connection. All zero: none drawn yet. */
typedef struct persist_seq {
    uint32_t drawn[PERSIST_SEQ_BATCH];
    unsigned left; /* of them, not yet given out */
} persist_seq_t;

/* Gives the next number. Each is random by itself: however many of them a
 * worker has seen, the next one may be any. Returns 0, or -1: the kernel has
 * none to give. */
int persist_seq_draw(persist_seq_t *seq, uint32_t *number);

#endif /* PERSIST_SEQ_H */
