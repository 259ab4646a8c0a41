/* SPDX-License-Identifier: Apache-2.0 */
/* fork_child.h: what a forked child does before the program's main(). */

#ifndef FORK_CHILD_H
#define FORK_CHILD_H

#include "fork/fork_changes.h"
#include "fork/fork_receive.h"

#define FORK_CHILD_FAILED 126 /* exit status */

/* What is the same in each child. */
typedef struct fork_program {
    int argc;
    char **argv;
    long host;    /* our parent, and that of the children */
    void *robust; /* the thread's list of robust mutexes; fork drops it */
    size_t robust_size;
    size_t auxv_size;
    unsigned long auxv[2 * 64];
    fork_changes_t changes;
} fork_program_t;

typedef struct fork_vectors {
    int argc;
    char **argv; /* behind its NULL stand the environment and auxv */
    char **environment;
} fork_vectors_t;

/* Makes the process ready for main(): group, descriptors, directory, and the
 * vectors. Ends it with a line on its stderr on failure. */
void fork_child_begin(const fork_program_t *program, int socket,
                      fork_request_t *request, fork_vectors_t *vectors);

#endif /* FORK_CHILD_H */
