/* SPDX-License-Identifier: Apache-2.0 */
/* spawn.h: starts a worker's process. */

#ifndef SPAWN_H
#define SPAWN_H

#include <sys/types.h>

typedef struct spawn {
    const char *program;
    char *const *arguments, *const *environment;
    int output;    /* its descriptors 1 and 2 */
    int listener;  /* … and this one … */
    int listen_fd; /* … under this number; 0 is /dev/null */
} spawn_t;

/* In a process group of its own, with no signal blocked or ignored. Returns 0
 * with *pid, or errno. */
int spawn_group(const spawn_t *spawn, pid_t *pid);

#endif /* SPAWN_H */
