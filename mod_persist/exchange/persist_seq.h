/* SPDX-License-Identifier: Apache-2.0 */
/* persist_seq.h: numbers that a worker cannot predict. */

#ifndef PERSIST_SEQ_H
#define PERSIST_SEQ_H

#include <stdint.h>

/* Numbers read from the kernel at a time, so that hardly any request needs a
 * system call of its own for one. */
#define PERSIST_SEQ_BATCH 256

/* Belongs to the thread that holds the connection. All zero: none drawn yet. */
typedef struct persist_seq {
    uint32_t drawn[PERSIST_SEQ_BATCH];
    unsigned left; /* numbers not yet given out */
} persist_seq_t;

/* Draws the next number. Each one is random by itself, so the numbers that a
 * worker has seen do not help it to predict the next. Returns 0, or -1 if the
 * kernel gives none. */
int persist_seq_draw(persist_seq_t *seq, uint32_t *number);

#endif /* PERSIST_SEQ_H */
