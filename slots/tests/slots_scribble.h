/* SPDX-License-Identifier: Apache-2.0 */
/* slots_scribble.h: a table whose every word may change at any moment. Put in
 * front of every source by `-include`, it has slots_scribble() write to a word
 * right before the code under test reads or steps it. */

#ifndef SLOTS_TESTS_SCRIBBLE_H
#define SLOTS_TESTS_SCRIBBLE_H

#include <stddef.h>
#include <stdint.h>

#define SLOTS_CHAOS(at) slots_scribble(at, sizeof(*(at)))
#include "slots_chaos.h"

/* One access in `chance` finds something else than it would have. */
void slots_scribble(const volatile void *at, size_t size);

/* A thread that does nothing else: one word of the block's first bytes. */
void scribble_anywhere(size_t bytes);

/* The block between two pages that nobody may touch; at its beginning or (odd)
 * its end it meets them exactly. NULL when there is no memory. */
void *scribble_block_make(size_t bytes, int round);
void scribble_block_drop(void);

/* Of the calling thread: what it scribbles from now on; chance 0: nothing. */
void scribble_begin(uint64_t seed, uint32_t chance);

/* Of the calling thread: accesses to the block since the last question. */
uint64_t scribble_steps(void);

#endif /* SLOTS_TESTS_SCRIBBLE_H */
