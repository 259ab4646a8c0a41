/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c: posix_spawn of persist-exec. Not uv_spawn: libuv reaps on its own,
 * and with the leader's number the group's could be taken by somebody else
 * before it is killed. */

#include "worker/launch.h"

#include "base/heap.h"
#include "base/strv.h"
#include "os/listener.h"
#include "pool/pool.h"
#include "state/instance.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_all(launch_t *launch, const worker_t *worker)
{
    const char *instance = worker->pd->options.instance;
    char path[SLOTS_PATH_SIZE];
    launch->null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (launch->null < 0 ||
        slots_worker_path(path, instance, worker->slot, worker->incarnation))
        return -1;
    launch->listener = listener_bind(path);
    if (launch->listener < 0 ||
        instance_output_path(path, instance, worker->slot, worker->incarnation))
        return -1;
    launch->output = output_make(path);
    return launch->output < 0 ? -1 : 0;
}

int launch_open(launch_t *launch, const worker_t *worker)
{
    *launch = (launch_t){-1, -1, -1};
    if (open_all(launch, worker) == 0)
        return 0;
    launch_close(launch);
    return -1;
}

void launch_close(const launch_t *launch)
{
    const int fds[] = {launch->listener, launch->output, launch->null};
    int error = errno;
    for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
        if (fds[i] >= 0)
            close(fds[i]);
    errno = error;
}

/* persist-exec FILES DIRECTORY PROGRAM ARGUMENT…; for free(). */
static char **launch_arguments(const worker_t *worker)
{
    const definition_t *definition = &worker->pool->definition;
    size_t count = texts_count(definition->command);
    static char files[32];
    snprintf(files, sizeof(files), "%llu",
             (unsigned long long)worker->pd->files);
    char **arguments = heap_make(count + 4, sizeof(*arguments));
    arguments[0] = (char *)worker->pd->options.exec;
    arguments[1] = files;
    arguments[2] = definition->directory;
    memcpy(arguments + 3, definition->command, count * sizeof(*arguments));
    return arguments;
}

/* For free(); the strings stay where they are. */
static char **launch_environment(const worker_t *worker)
{
    static char variable[32];
    static char *ours[] = {variable, NULL};
    snprintf(variable, sizeof(variable), "%s=%u:%d", WIRE_WORKER_VARIABLE,
             WIRE_VERSION, WIRE_LISTEN_FD);
    char **both = texts_overlay(worker->pd->settings.environment,
                                worker->pool->definition.environment);
    char **all = texts_overlay(both, ours);
    free(both);
    return all;
}

/* In this order: 0, 1 and 2 are open in persistd, so that no source is among
 * them, and 3 is written last. */
static int launch_actions(posix_spawn_file_actions_t *actions,
                          const launch_t *launch)
{
    const int moves[][2] = {{launch->null, STDIN_FILENO},
                            {launch->output, STDOUT_FILENO},
                            {launch->output, STDERR_FILENO},
                            {launch->listener, WIRE_LISTEN_FD}};
    int error = posix_spawn_file_actions_init(actions);
    for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]) && !error; i++)
        error =
            posix_spawn_file_actions_adddup2(actions, moves[i][0], moves[i][1]);
    return error;
}

static int launch_attributes(posix_spawnattr_t *attributes)
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

static int launch_spawn(worker_t *worker, const launch_t *launch)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = launch_actions(&actions, launch);
    if (!error)
        error = launch_attributes(&attributes);
    if (error)
        return error;
    char **arguments = launch_arguments(worker);
    char **environment = launch_environment(worker);
    error = posix_spawn(&worker->pid, worker->pd->options.exec, &actions,
                        &attributes, arguments, environment);
    free(arguments);
    free(environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* The reading end is opened while the writing one is held here: it then never
 * sees an end of file before the worker's. */
int launch_worker(worker_t *worker)
{
    launch_t launch;
    if (launch_open(&launch, worker) != 0)
        return -1;
    worker_listen(worker);
    int error = launch_spawn(worker, &launch);
    launch_close(&launch);
    errno = error;
    return error ? -1 : 0;
}
