/* SPDX-License-Identifier: Apache-2.0 */
/* start.c: takes a slot, makes the socket and the FIFO, then the process. */

#include "worker/start.h"

#include "base/heap.h"
#include "base/log.h"
#include "base/strv.h"
#include "common_clock.h"
#include "decide/files.h"
#include "os/process.h"
#include "os/spawn.h"
#include "slots_table.h"
#include "state/agenda.h"
#include "state/say.h"
#include "state/seats.h"
#include "worker/clone.h"
#include "worker/control.h"
#include "worker/end.h"
#include "worker/endpoint.h"
#include "worker/leave.h"
#include "worker/log.h"

#include "wire_limits.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NUMBER_SIZE 48u
/* Tells SDKs that a page may show the code that failed. */
#define DEBUG_VARIABLE "PERSIST_DEBUG=1"

/* The text of some numbers. */
typedef char numbers_t[3][NUMBER_SIZE];

/* persist-cgi-host raises its limit itself, to give its programs the usual one.
 */
static uint64_t files_of(const pool_t *pool)
{
    const definition_t *definition = &pool->definition;
    return definition->mode == WIRE_MODE_CGI
               ? pool->pd->files
               : files_for(pool->pd->files, definition->concurrency);
}

/* persist-exec PERSISTD FILES UMASK DIRECTORY PROGRAM ARGUMENT…; the caller
 * frees the array. */
static char **make_arguments(const worker_t *worker, numbers_t numbers)
{
    const definition_t *definition = &worker->pool->definition;
    size_t count = strv_count(definition->command);
    char **arguments = heap_make(count + 6, sizeof(*arguments));
    snprintf(numbers[0], NUMBER_SIZE, "%ld", (long)getpid());
    snprintf(numbers[1], NUMBER_SIZE, "%llu",
             (unsigned long long)files_of(worker->pool));
    snprintf(numbers[2], NUMBER_SIZE, "%o", worker->pd->settings.umask);
    arguments[0] = (char *)worker->pd->options.exec;
    arguments[1] = numbers[0];
    arguments[2] = numbers[1];
    arguments[3] = numbers[2];
    arguments[4] = definition->directory;
    memcpy(arguments + 5, definition->command, count * sizeof(*arguments));
    return arguments;
}

/* Our own variables are the socket, PersistThreads, and what a program of a
 * host may use, which the host alone can weigh and end safely. The caller frees
 * the array. The strings belong to others. */
static char **make_environment(const worker_t *worker, numbers_t variables)
{
    const definition_t *definition = &worker->pool->definition;
    unsigned threads = (unsigned)definition_threads(definition);
    char *ours[] = {variables[0], NULL, NULL, NULL, NULL};
    char **end = ours + 1;
    snprintf(variables[0], NUMBER_SIZE, "%s=%u:%d", WIRE_WORKER_VARIABLE,
             WIRE_VERSION, WIRE_LISTEN_FD);
    snprintf(variables[1], NUMBER_SIZE, "%s=%u", WIRE_THREADS_VARIABLE,
             threads);
    snprintf(variables[2], NUMBER_SIZE, "%s=%llu", WIRE_MEMORY_VARIABLE,
             (unsigned long long)definition->memory_hard);
    if (threads)
        *end++ = variables[1];
    if (definition->mode == WIRE_MODE_CGI && definition->memory_hard)
        *end++ = variables[2];
    if (definition->debug)
        *end = DEBUG_VARIABLE;
    char **both = strv_overlay(worker->pd->settings.environment,
                               worker->pool->definition.environment);
    char **all = strv_overlay(both, ours);
    free(both);
    return all;
}

static int spawn(worker_t *worker, const endpoint_t *endpoint)
{
    numbers_t numbers, variables;
    char **arguments = make_arguments(worker, numbers);
    char **environment = make_environment(worker, variables);
    const spawn_t how = {
        .program = worker->pd->options.exec,
        .arguments = arguments,
        .environment = environment,
        .output = endpoint->output,
        .listener = endpoint->listener,
        .listen_fd = WIRE_LISTEN_FD,
    };
    int error = spawn_group(&how, &worker->pid);
    free(arguments);
    free(environment);
    return error;
}

/* The reading end is opened while we hold the writing end. So it sees no end of
 * file before the worker has closed its own. Returns 0, or -1 with errno and
 * *what: what could not be made. */
static int launch(worker_t *worker, const char **what)
{
    endpoint_t endpoint;
    *what = "its socket in PersistRuntimeDir";
    if (endpoint_open(&endpoint, worker) != 0)
        return -1;
    *what = "its process";
    worker_log_open(worker);
    int error = spawn(worker, &endpoint);
    endpoint_close(&endpoint);
    errno = error;
    return error ? -1 : 0;
}

/* The process exists: from here on only its end frees the record. If it cannot
 * be watched, its end would not be seen, so it is killed at once and reaped as
 * an orphan. Returns 0, or -1 with errno. */
static int begin(worker_t *worker)
{
    persistd_t *pd = worker->pd;
    int64_t boot = worker->pool->definition.boot_us;
    worker->watch =
        watch_open(pd->loop, worker->pid, pd->events->ended, worker);
    if (!worker->watch) {
        int error = errno;
        kill(-worker->pid, SIGKILL);
        errno = error;
        return -1;
    }
    worker->ours = 1;
    if (process_started(worker->pid, &worker->started) != 0)
        worker->started = 0;
    worker_enter(worker, WORKER_STARTING, boot ? common_now_us() + boot : 0);
    agenda_journal(pd);
    say_kept(worker->pool, RECENT_START, worker->pid, "is started");
    control_open(worker);
    return 0;
}

static int start_copy(worker_t *worker, worker_t *source)
{
    worker->cloned = 1;
    if (clone_ask(worker, source) == 0)
        return 0;
    clone_failed(worker->pool, strerror(errno));
    worker_drop(worker);
    return -1;
}

/* If the table calls a slot unused while we have a worker in it, the table was
 * overwritten. Kills that worker; its end resets the slot. */
static int take_seat(const pool_t *pool, uint32_t *incarnation)
{
    worker_t *occupant;
    int slot = seats_take(pool, incarnation, &occupant);
    if (!occupant)
        return slot;
    if (occupant->state != WORKER_KILLING)
        log_say(LOG_ERROR,
                "slot %u of pid %ld has been overwritten in the table: the "
                "worker is ended",
                occupant->slot, (long)occupant->pid);
    worker_kill(occupant, 0);
    return -1;
}

static worker_t *make_record(pool_t *pool, int replacement)
{
    uint32_t incarnation;
    int slot = take_seat(pool, &incarnation);
    if (slot < 0)
        return NULL;
    worker_t *worker =
        worker_record(pool->pd, pool, (uint32_t)slot, incarnation);
    worker->version = pool->wanted;
    worker->born = common_wall_us();
    worker->replacement = replacement;
    return worker;
}

int worker_start(pool_t *pool, worker_t *source, int replacement, char **why)
{
    const char *what;
    worker_t *worker = make_record(pool, replacement);
    if (!worker)
        return -1;
    if (source)
        return start_copy(worker, source);
    if (launch(worker, &what) == 0 && begin(worker) == 0)
        return 0;
    *why = heap_print("%s can't be made: %s%s", what, strerror(errno),
                      errno == EAGAIN ? " (the limit of processes: ulimit -u "
                                        "of the user, TasksMax of systemd)"
                                      : "");
    worker_drop(worker);
    return -1;
}
