/* SPDX-License-Identifier: Apache-2.0 */
/* fork_proc.h: files of /proc, whose sizes are known only once they are read.
 */

#ifndef FORK_PROC_H
#define FORK_PROC_H

#include <stddef.h>

typedef struct fork_proc {
    char *at;    /* the text; a NUL is behind it */
    size_t len;  /* bytes of the text */
    size_t size; /* bytes of the memory */
} fork_proc_t;

/* Reads a file into new memory. Returns 0 or -errno. */
long fork_proc_read(const char *path, fork_proc_t *file);

void fork_proc_free(fork_proc_t *file);

#endif /* FORK_PROC_H */
