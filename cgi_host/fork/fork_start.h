/* SPDX-License-Identifier: Apache-2.0 */
/* fork_start.h: starts the process that becomes a fork server. */

#ifndef FORK_START_H
#define FORK_START_H

#include <sys/types.h>

/* What fork_client_start() takes, which describes it. */
typedef struct fork_start {
    const char *program;
    char *const *argv;
    char *const *envp;
    const char *library;
    int log_fd;
} fork_start_t;

/* Returns the process, with our end of its socket in *fd; or -1 with *why. If
 * the program cannot be run, the first answer is the errno. */
pid_t fork_start(const fork_start_t *start, int *fd, const char **why);

#endif /* FORK_START_H */
