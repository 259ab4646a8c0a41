/* SPDX-License-Identifier: Apache-2.0 */
/* fork_heap.h: a place for the heap of each child, by chance, as execve(2)
 * chooses one. A program may make its random numbers of an address: Lua 5.4
 * begins those of math.random with the second and the address of its state,
 * which comes from the heap. */

#ifndef FORK_HEAP_H
#define FORK_HEAP_H

#include <sys/prctl.h>

typedef struct fork_heap {
    struct prctl_mm_map map; /* where the kernel has the parts of the process */
    unsigned long range;     /* bytes to choose from; 0: it stays as it is */
} fork_heap_t;

/* Finds the heap, which a constructor may have begun already: then it stays
 * where it is. range: how far it may be moved. Returns 0, or -errno if the
 * system lets nobody move it. */
long fork_heap_find(fork_heap_t *heap, unsigned long range);

/* Moves it, in a child. Ends a child that cannot. */
void fork_heap_move(fork_heap_t *heap, unsigned long random);

#endif /* FORK_HEAP_H */
