/* SPDX-License-Identifier: Apache-2.0 */
/* spawn.c: posix_spawn. uv_spawn is not used, because libuv reaps by itself.
 * Once the leader's number is free, a new process could get it, and with it the
 * group's number, before the group is killed.
 * Why: docs/decisions/a-workers-process-is-spawned-and-reaped-by-number.md */

#include "os/spawn.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

/* The order matters. 0, 1 and 2 are open in persistd, so none of the source
 * descriptors has one of these numbers. The listener is written last. */
static int set_actions(posix_spawn_file_actions_t *actions,
                       const spawn_t *spawn)
{
    int error = posix_spawn_file_actions_init(actions);
    if (!error)
        error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO,
                                                 "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(actions, spawn->output,
                                                 STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(actions, spawn->output,
                                                 STDERR_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(actions, spawn->listener,
                                                 spawn->listen_fd);
    return error;
}

static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawnattr_init(attributes);
    if (!error)
        error = posix_spawnattr_setsigmask(attributes, &none);
    if (!error)
        error = posix_spawnattr_setsigdefault(attributes, &all);
    if (!error)
        error = posix_spawnattr_setpgroup(attributes, 0);
    if (!error)
        error = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                            POSIX_SPAWN_SETSIGDEF);
    return error;
}

int spawn_group(const spawn_t *spawn, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = set_actions(&actions, spawn);
    if (!error)
        error = set_attributes(&attributes);
    if (error)
        return error;
    error = posix_spawn(pid, spawn->program, &actions, &attributes,
                        spawn->arguments, spawn->environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}
