/* SPDX-License-Identifier: Apache-2.0 */
/* clone_test.c: clones of a C program with hooks, and with threads. */

#include "player.h"
#include "tap.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define END_MS 60000 /* of a slow machine */

static player_t player;
static player_conn_t control, data;
static char body[1 << 20];
static unsigned status;
static char told[8];

/* A thread like that of a language's runtime, which ends it around a fork. */
static enum { NO_THREAD, ENDED_THREAD, LASTING_THREAD } kind;
static pthread_t thread;
static int pipe_fds[2];

static void *wait_for_end(void *unused)
{
    char byte;
    (void)!read(pipe_fds[0], &byte, 1);
    return unused;
}

static void start_thread(void)
{
    if (kind != NO_THREAD &&
        (pipe(pipe_fds) < 0 ||
         pthread_create(&thread, NULL, wait_for_end, NULL) != 0))
        bail_out("no thread");
}

static void end_thread(void)
{
    close(pipe_fds[1]);
    pthread_join(thread, NULL);
    close(pipe_fds[0]);
}

static void before(void *context)
{
    strcat(context, "b");
    if (kind == ENDED_THREAD)
        end_thread();
}

static void after(void *context)
{
    strcat(context, "a");
    if (kind == ENDED_THREAD)
        start_thread();
}

static int script(persist_worker_t *worker)
{
    const persist_clone_hooks_t hooks = {before, after, told};
    persist_request_t *request = NULL;
    char text[64];
    if (persist_worker_clones(worker, 1, &hooks) < 0)
        return 1;
    start_thread();
    while ((request = persist_worker_next(worker, request))) {
        int n = snprintf(text, sizeof(text), "%ld %s", (long)getpid(), told);
        persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), text,
                                (size_t)n + 1, 0);
    }
    return persist_worker_clones(worker, 0, NULL) == 0 || errno != EBUSY;
}

static int bind_place(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    unlink(path);
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) < 0 ||
        listen(fd, 5) < 0)
        bail_out("no socket");
    return fd;
}

static void send_order(int listener)
{
    const int fds[] = {listener, STDERR_FILENO};
    player_send_passing(&control, WIRE_FORK, NULL, fds, 2);
}

/* Returns 1 if the order was refused. */
static int order(const char *path, int taken_back)
{
    int listener = bind_place(path);
    if (taken_back)
        shutdown(listener, SHUT_RDWR);
    send_order(listener);
    close(listener);
    is_int(player_take(&control), WIRE_CLONED, "FORK is answered");
    return control.message.as.cloned.refused != 0;
}

static long facts(player_conn_t *conn, const char *hooks, const char *what)
{
    char seen[8] = "";
    long pid = 0;
    player_ask(conn, 1);
    player_response(conn, &status, body);
    sscanf(body, "%ld %7s", &pid, seen);
    is_str(seen, hooks, what);
    return pid;
}

static void clone_serves(char *path)
{
    player_conn_t its_control, its_data;
    char usual[sizeof(player.path)];
    int ended;
    ok(!order(path, 0), "… by a clone");
    memcpy(usual, player.path, sizeof(usual));
    snprintf(player.path, sizeof(player.path), "%s", path);
    player_control(&player, &its_control);
    player_data(&player, &its_data, 0);
    memcpy(player.path, usual, sizeof(usual));
    long pid = facts(&its_data, "ba", "the hooks have run in the clone");
    ok(pid > 0 && pid != player.pid, "which is another process");
    is_int(facts(&data, "ba", "… and in the worker"), player.pid,
           "which goes on");
    is_int(player_tokens((pid_t)pid), 0, "the clone has no token of it");
    is_int(getpgid((pid_t)pid), pid, "the clone leads a group of its own");
    player_send(&its_control, WIRE_STOP, NULL);
    is_int(waitpid((pid_t)pid, &ended, 0), pid, "it is an orphan");
    is_int(WEXITSTATUS(ended), 0, "that ends well");
    player_close(&its_control);
    player_close(&its_data);
}

/* Returns the process that listens on this path. */
static pid_t listens_on(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred peer = {0};
    socklen_t size = sizeof(peer);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    if (connect(fd, (struct sockaddr *)&address, sizeof(address)) < 0 ||
        getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
        bail_out("no peer");
    close(fd);
    return peer.pid;
}

/* The worker then has a token, which a clone does not get. */
static wire_token_t *ask_ahead(void)
{
    static player_conn_t ahead; /* stays open for the clone to inherit */
    wire_token_t *token = player_ahead(&player, &ahead, 1);
    wire_token_offer(token);
    player_ask(&ahead, 1);
    player_response(&ahead, &status, body);
    is_int(player_tokens(player.pid), 1, "the worker has a token");
    return token;
}

static void late_clone_ends(const char *path)
{
    int listener = bind_place(path);
    send_order(listener);
    is_int(player_take(&control), WIRE_CLONED, "a clone is made");
    pid_t pid = listens_on(path);
    struct pollfd end = {.fd = pidfd_open(pid, 0), .events = POLLIN};
    ok(end.fd >= 0 && pid != player.pid, "… and listens");
    shutdown(listener, SHUT_RDWR);
    is_int(poll(&end, 1, END_MS), 1, "it ends when its socket is shut down");
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(end.fd);
    close(listener);
}

static void begin(char *path, size_t size)
{
    told[0] = '\0';
    player_start(&player, script, 0);
    snprintf(path, size, "%s/c", player.directory);
    player_control(&player, &control);
    player_data(&player, &data, 0);
}

static void end(const char *path)
{
    unlink(path);
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "the worker ends");
    player_close(&control);
    player_close(&data);
}

static void check_threads(char *path, size_t size)
{
    kind = ENDED_THREAD;
    begin(path, size);
    facts(&data, "", "one with a thread that ends before the fork …");
    clone_serves(path);
    end(path);
    kind = LASTING_THREAD;
    begin(path, size);
    facts(&data, "", "one with a thread that stays …");
    ok(order(path, 0), "… is not copied");
    is_int(facts(&data, "ba", "… and goes on"), player.pid, "itself");
    end(path);
}

int main(void)
{
    char path[80];
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    begin(path, sizeof(path));
    ok(control.message.as.ready.features & WIRE_FEATURE_CLONE,
       "READY offers clones");
    ok(order(path, 0), "… by no before the first request");
    facts(&data, "", "a request is served");
    ok(order(path, 1), "… by no when it was taken back");
    player_send(&control, WIRE_FORK, NULL);
    is_int(player_take(&control), WIRE_CLONED, "FORK without descriptors …");
    is_int(control.message.as.cloned.refused, 1, "… is refused");
    wire_token_t *token = wire_token_is_known() ? ask_ahead() : NULL;
    clone_serves(path);
    wire_token_drop(token);
    late_clone_ends(path);
    end(path);
    check_threads(path, sizeof(path));
    return done_testing();
}
