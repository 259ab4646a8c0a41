/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spawn.c: httpd's parent starts the executable persistd.
 *
 * All descriptors above 2 are closed, because an inherited listening socket
 * would keep the port after httpd has stopped. Signals go back to their
 * defaults, because httpd ignores SIGPIPE and that survives exec. Only little
 * of httpd's environment is passed on, because every script can see it in
 * /proc. */

#include "lifecycle/persist_spawn.h"
#include "lifecycle/persist_environment.h"
#include "lifecycle/persist_user.h"

#include "common_descriptors.h"
#include "wire_descriptors.h"
#include "wire_fault.h"
#include "wire_message.h"

#include <apr_strings.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Behind the fork: reports a failure over the link and exits. */
static void give_up(int fault, const char *what)
{
    char text[256];
    wire_up_t up = {.fault = (uint64_t)fault};
    msgpack_sbuffer frame;
    snprintf(text, sizeof(text), "%s: %s", what, strerror(errno));
    up.text = (wire_bytes_t){(const uint8_t *)text, strlen(text)};
    msgpack_sbuffer_init(&frame);
    if (wire_encode(&frame, WIRE_UP, &up, NULL) == 0)
        send(STDIN_FILENO, frame.data, frame.size, MSG_NOSIGNAL);
    _exit(1); /* without UP the parent sees the end of the link */
}

static void reset_signals(void)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&action.sa_mask);
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++)
        /* SIGKILL and SIGSTOP refuse, which is fine */
        sigaction(number, &action, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL); /* fails for a wrong "how" only */
}

/* The link becomes descriptor 0 first, so that later errors can be reported. */
static void set_descriptors(int link)
{
    int null;
    if (dup2(link, STDIN_FILENO) < 0)
        _exit(1);
    null = open("/dev/null", O_WRONLY);
    if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
        give_up(WIRE_FAULT_PERSISTD_EXEC, "/dev/null");
    common_close_above(STDERR_FILENO);
    umask(077);
    if (chdir("/") != 0)
        give_up(WIRE_FAULT_PERSISTD_EXEC, "chdir");
}

static char *decimal(apr_pool_t *p, uint32_t number)
{
    return apr_psprintf(p, "%lu", (unsigned long)number);
}

char *persist_spawn_beside(const char *daemon, const char *name, apr_pool_t *p)
{
    const char *slash = strrchr(daemon, '/');
    return apr_psprintf(p, "%.*s%s", (int)(slash + 1 - daemon), daemon, name);
}

static char **arguments(const persist_spawn_t *spawn, apr_pool_t *p)
{
    char *const list[] = {
        apr_pstrdup(p, spawn->daemon),
        (char *)"--instance",
        apr_pstrdup(p, spawn->instance),
        (char *)"--parent",
        apr_psprintf(p, "%" APR_PID_T_FMT, getpid()),
        (char *)"--owners",
        decimal(p, spawn->owners),
        (char *)"--slots",
        decimal(p, spawn->slots),
        (char *)"--pools",
        decimal(p, spawn->pools),
        (char *)"--exec",
        persist_spawn_beside(spawn->daemon, PERSIST_SPAWN_EXEC, p),
        (char *)"--user",
        apr_pstrdup(p, spawn->user),
        spawn->anew ? (char *)"--anew" : NULL,
        NULL,
    };
    return apr_pmemdup(p, list, sizeof(list));
}

static void become_daemon(int link, char **argv, char **environment,
                          const char *user)
{
    const char *failed;
    reset_signals();
    set_descriptors(link);
    failed = persist_user_drop(user);
    if (failed)
        give_up(WIRE_FAULT_ROOT, failed);
    execve(argv[0], argv, environment);
    give_up(WIRE_FAULT_PERSISTD_EXEC, argv[0]);
}

pid_t persist_spawn_daemon(const persist_spawn_t *spawn, int *link,
                           apr_pool_t *p)
{
    char **argv = arguments(spawn, p);
    char **environment = persist_environment_for_persistd(environ, p);
    int ends[2];
    pid_t pid;
    /* APR writes to it without MSG_DONTWAIT: persist_unload.c */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0,
                   ends) != 0)
        return -1;
    wire_descriptors_refuse(ends[0]); /* persistd, as User, has none to pass */
    pid = fork();
    if (pid == 0)
        become_daemon(ends[1], argv, environment, spawn->user);
    close(ends[1]);
    if (pid < 0)
        close(ends[0]);
    else
        *link = ends[0];
    return pid;
}
