/* SPDX-License-Identifier: Apache-2.0 */
/* slots_scribble.h: simulates a table in which every word may change at any
 * moment. Included before every source by `-include`, it calls
 * slots_scribble(), which writes to a word right before the code under test
 * reads or steps it. */

#ifndef SLOTS_TESTS_SCRIBBLE_H
#define SLOTS_TESTS_SCRIBBLE_H

#include <stddef.h>
#include <stdint.h>

#define SLOTS_CHAOS(at) slots_scribble(at, sizeof(*(at)))
#include "slots_chaos.h"

/* Changes the word before one access in `chance`. */
void slots_scribble(const volatile void *at, size_t size);

/* A thread that only scribbles: writes to one word of the block's first bytes.
 */
void scribble_anywhere(size_t bytes);

/* Makes the block between two guard areas that cannot be accessed. The block
 * touches the one before it, or in an odd round the one after it, without a
 * gap. Returns NULL when there is no memory. */
void *scribble_block_make(size_t bytes, int round);
void scribble_block_drop(void);

/* Starts the calling thread's scribbling; chance 0: none. */
void scribble_begin(uint64_t seed, uint32_t chance);

/* Returns the calling thread's accesses to the block since the last call. */
uint64_t scribble_steps(void);

#endif /* SLOTS_TESTS_SCRIBBLE_H */
