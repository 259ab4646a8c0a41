/* SPDX-License-Identifier: Apache-2.0 */
/* spawn.h: starts a worker's process. */

#ifndef SPAWN_H
#define SPAWN_H

#include <sys/types.h>

typedef struct spawn {
    const char *program;
    char *const *arguments, *const *environment;
    int output;    /* becomes descriptors 1 and 2 */
    int listener;  /* the listening socket */
    int listen_fd; /* its number in the worker; 0 is /dev/null */
} spawn_t;

/* Starts the process in its own process group, with no signal blocked or
 * ignored. Returns 0 with *pid set, or errno. */
int spawn_group(const spawn_t *spawn, pid_t *pid);

#endif /* SPAWN_H */
