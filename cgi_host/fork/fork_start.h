/* SPDX-License-Identifier: Apache-2.0 */
/* fork_start.h: starts the process that becomes a fork server. */

#ifndef FORK_START_H
#define FORK_START_H

#include <sys/types.h>

/* What is started. Each array ends with NULL. */
typedef struct fork_start {
    const char *program; /* path */
    char *const *argv;
    char *const *envp;
    const char *library; /* path of persist_fork_server.so, or of the one for
                          * interpreters */
    int log_fd;          /* its stdout and stderr */
} fork_start_t;

/* Returns the process, with our end of its socket in *fd; or -1 with *why. If
 * the program cannot be run, the first answer is the errno. */
pid_t fork_start(const fork_start_t *start, int *fd, const char **why);

#endif /* FORK_START_H */
