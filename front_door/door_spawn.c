/* SPDX-License-Identifier: Apache-2.0 */
/* door_spawn.c: fork, setsid, fork, exec; then SETTINGS over the link, and UP.
 */

#include "door_spawn.h"
#include "door_memory.h"
#include "door_script.h"
#include "door_variables.h"

#include "common_clock.h"
#include "common_descriptors.h"
#include "common_names.h"
#include "common_signals.h"
#include "common_umask.h"
#include "lifecycle/persist_stream.h"
#include "wire_descriptors.h"
#include "wire_fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define UP_US (INT64_C(10) * 1000000)
#define LOG_NAME "log"

/* persistd and workers get nothing of the request's environment. */
static char *const environment[] = {(char *)"PATH=" DOOR_VARIABLES_PATH, NULL};

wire_bytes_t door_spawn_token(const char *instance)
{
    const char *token = strrchr(instance, '.') + 1;
    return (wire_bytes_t){(const uint8_t *)token, strlen(token)};
}

/* persistd turns it over (persistd/run/own.c). */
static int open_log(const door_runtime_t *runtime)
{
    return openat(runtime->fd, LOG_NAME,
                  O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK |
                      O_CLOEXEC,
                  0600);
}

static char **arguments(const door_settings_t *settings, const char *instance)
{
    char *const list[] = {
        (char *)(uintptr_t)settings->daemon,
        (char *)"--instance",
        door_print("%s", instance),
        (char *)"--own",
        door_print("%lu", (unsigned long)(settings->own_ms + 999) / 1000),
        (char *)"--owners",
        door_print("%d", DOOR_SPAWN_OWNERS),
        (char *)"--slots",
        door_print("%lu", (unsigned long)settings->max_workers),
        (char *)"--pools",
        door_print("%lu", (unsigned long)settings->max_pools),
        (char *)"--exec",
        door_script_beside(settings, "persist-exec"),
        NULL,
    };
    char **made = door_memory(sizeof(list) / sizeof(list[0]), sizeof(*made));
    return memcpy(made, list, sizeof(list));
}

/* The server's limit (httpd's RLimitCPU) is meant for one request. A process
 * that serves many would be killed in the midst of one. */
static void lift_cpu_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CPU, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

static _Noreturn void become_daemon(int link, int log, char **argv)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null < 0 || dup2(link, STDIN_FILENO) < 0 ||
        dup2(null, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
        _exit(1);
    common_close_above(STDERR_FILENO);
    common_signals_default();
    lift_cpu_limit();
    if (chdir("/") == 0)
        execve(argv[0], argv, environment);
    dprintf(STDERR_FILENO, "persist-cgi: %s: %s\n", argv[0], strerror(errno));
    _exit(1);
}

/* The first child ends at once, so that nobody has to wait for persistd. */
static int fork_twice(int link, int log, char **argv)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        setsid();
        pid_t daemon = fork();
        if (daemon == 0)
            become_daemon(link, log, argv);
        _exit(daemon < 0);
    }
    if (child < 0)
        return -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    errno = EAGAIN;
    return status == 0 ? 0 : -1;
}

static int send_settings(int link, const door_settings_t *settings,
                         const char *instance)
{
    const wire_bytes_t pairs[] = {
        {(const uint8_t *)"PATH", 4},
        {(const uint8_t *)DOOR_VARIABLES_PATH, sizeof(DOOR_VARIABLES_PATH) - 1},
    };
    uint64_t workers = settings->max_workers;
    const wire_settings_t message = {
        .token = door_spawn_token(instance),
        .max_workers = workers,
        .owner_share = workers > 1 ? workers * 3 / 4 : 1,
        .stop_ms = settings->stop_ms,
        .environment = {pairs, 2},
        .umask = common_umask(),
    };
    msgpack_sbuffer frame;
    msgpack_sbuffer_init(&frame);
    int result = -1;
    if (wire_encode(&frame, WIRE_SETTINGS, &message, NULL) == 0)
        result = persist_stream_send(link, frame.data, frame.size,
                                     common_now_us() + UP_US);
    msgpack_sbuffer_destroy(&frame);
    return result;
}

static const char *read_up(wire_bytes_t frame)
{
    wire_message_t message;
    if (wire_decode(frame, &message) != 0 || message.kind != WIRE_UP)
        return "persistd is of another release";
    const wire_up_t *up = &message.as.up;
    if (!up->fault)
        return NULL;
    return door_print("PERSIST%d: %s: %.*s", (int)up->fault,
                      wire_fault_text((int)up->fault), (int)up->text.len,
                      (const char *)up->text.data);
}

static const char *await_up(int link, const char *daemon,
                            const door_runtime_t *runtime)
{
    wire_reader_t reader;
    wire_bytes_t frame;
    wire_reader_init(&reader);
    int found =
        persist_stream_next(link, &reader, common_now_us() + UP_US, &frame);
    const char *why =
        found > 0 ? read_up(frame)
                  : door_print("%s %s; %s/" LOG_NAME " says more", daemon,
                               found == 0 ? "does not answer"
                                          : "has ended before it could serve",
                               runtime->path);
    wire_reader_destroy(&reader);
    return why;
}

static const char *spawn_linked(const door_runtime_t *runtime,
                                const door_settings_t *settings,
                                const char *instance, int log)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return door_print("socketpair: %s", strerror(errno));
    wire_descriptors_refuse(ends[0]);
    int forked = fork_twice(ends[1], log, arguments(settings, instance));
    close(ends[1]);
    const char *why = NULL;
    if (forked != 0)
        why = door_print("fork: %s", strerror(errno));
    else if (send_settings(ends[0], settings, instance) != 0 && errno != EPIPE)
        why = door_print("SETTINGS: %s", strerror(errno));
    if (!why)
        why = await_up(ends[0], settings->daemon, runtime);
    wire_descriptors_drop(ends[0]);
    return why;
}

const char *door_spawn(const door_runtime_t *runtime,
                       const door_settings_t *settings, const char *instance)
{
    if (strlen(instance) > COMMON_INSTANCE_MAX)
        return door_print("%s is longer than %u bytes: set a shorter "
                          "PersistRuntimeDir",
                          instance, COMMON_INSTANCE_MAX);
    int log = open_log(runtime);
    if (log < 0)
        return door_print("%s/" LOG_NAME ": %s", runtime->path,
                          strerror(errno));
    const char *why = spawn_linked(runtime, settings, instance, log);
    close(log);
    return why;
}
