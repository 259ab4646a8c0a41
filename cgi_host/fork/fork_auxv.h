/* SPDX-License-Identifier: Apache-2.0 */
/* fork_auxv.h: what the kernel tells a process at its start (getauxval(3)). */

#ifndef FORK_AUXV_H
#define FORK_AUXV_H

#include <stddef.h>

typedef struct fork_auxv {
    size_t size; /* bytes of the entries */
    unsigned long entries[2 * 64];
} fork_auxv_t;

/* Reads it. Returns 0 or -errno. */
long fork_auxv_read(fork_auxv_t *auxv);

/* Returns the value of a type, such as AT_RANDOM, or 0. */
unsigned long fork_auxv_value(const fork_auxv_t *auxv, unsigned long type);

#endif /* FORK_AUXV_H */
