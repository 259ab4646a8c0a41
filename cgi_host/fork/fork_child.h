/* SPDX-License-Identifier: Apache-2.0 */
/* fork_child.h: what main() of a forked program gets. */

#ifndef FORK_CHILD_H
#define FORK_CHILD_H

#include "fork/fork_auxv.h"
#include "fork/fork_changes.h"
#include "fork/fork_receive.h"

/* What is the same in each child. */
typedef struct fork_program {
    int argc;
    char **argv;
    fork_auxv_t auxv;
    fork_changes_t changes;
} fork_program_t;

typedef struct fork_vectors {
    int argc;
    char **argv; /* behind its NULL stand the environment and auxv */
    char **environment;
    size_t gap; /* bytes of the stack that main() begins behind */
} fork_vectors_t;

/* Builds the vectors in new memory. Returns 0 or -errno. */
long fork_child_vectors(const fork_program_t *program,
                        const fork_request_t *request, fork_vectors_t *vectors);

#endif /* FORK_CHILD_H */
