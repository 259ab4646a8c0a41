/* SPDX-License-Identifier: Apache-2.0 */
/* persist_wait_slice.h: how long to sleep. Pure. */

#ifndef PERSIST_WAIT_SLICE_H
#define PERSIST_WAIT_SLICE_H

#include <stdint.h>

/* Milliseconds from now to the deadline (µs; 0: none), rounded up, at least 0
 * and at most longest. */
int persist_wait_slice(int64_t now, int64_t deadline, int longest);

/* The next pause in a row of reads that found nothing: 1, 2, 4, … 50 ms. */
int persist_wait_longer(int ms);

#endif /* PERSIST_WAIT_SLICE_H */
