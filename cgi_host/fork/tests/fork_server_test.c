/* SPDX-License-Identifier: Apache-2.0 */
/* fork_server_test.c: what the server and its children do in the long run, and
 * with what is not as usual. */

#include "fork_play.h"

#include "common_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define REQUESTS 1000

static char *const act_argv[] = {"act", NULL};
static char *const envp[] = {"PATH=/usr/bin:/bin", NULL};

static fork_client_t *start_act(void)
{
    return play_start(play_build("act", "act", ""), act_argv, envp);
}

static void test_ends(void)
{
    fork_client_t *client = start_act();
    is_int(WEXITSTATUS(play_do(client, "exit0").status), 0, "exit 0");
    is_int(WEXITSTATUS(play_do(client, "exit42").status), 42, "exit 42");
    reply_t reply = play_do(client, "abort");
    ok(WIFSIGNALED(reply.status) && WTERMSIG(reply.status) == SIGABRT,
       "abort() is seen by the host");
    reply = play_do(client, "raise11");
    ok(WIFSIGNALED(reply.status) && WTERMSIG(reply.status) == SIGSEGV,
       "raise() kills the child");
    reply = play_do(client, "raise15");
    ok(WIFSIGNALED(reply.status) && WTERMSIG(reply.status) == SIGTERM,
       "by any signal");
    is_int(play_do(client, "exit0").status, 0, "and not the server");
    is_int(play_stop(client), 0, "which ends with its socket");
}

static void test_functions(void)
{
    fork_client_t *client = start_act();
    reply_t reply = play_do(client, "threads");
    is_str(reply.out, "threads 28\n", "a child starts threads");
    is_int(play_do(client, "owned").status, 0, "a mutex knows its owner");
    is_int(play_do(client, "fork").status, 0, "a child forks its own");
    is_int(play_do(client, "deep").status, 0, "a child has a whole stack");
    reply = play_do(client, "shell");
    is_str(reply.out, "popen\nsystem\n", "a child calls popen() and system()");
    is_int(reply.status, 0, "which know their ends");
    play_stop(client);
}

/* Returns a number of a line of /proc/PID/FILE, or -1. */
static long read_number(pid_t pid, const char *file, const char *format)
{
    char path[64], line[256];
    long number = -1;
    snprintf(path, sizeof(path), "/proc/%ld/%s", (long)pid, file);
    FILE *from = fopen(path, "r");
    while (from && fgets(line, sizeof(line), from))
        if (sscanf(line, format, &number) == 1)
            break;
    if (from)
        fclose(from);
    return number;
}

static void test_many(void)
{
    fork_client_t *client = start_act();
    pid_t pid = fork_client_pid(client);
    char children[64];
    int bad = 0;
    for (int i = 0; i < 10; i++)
        play_do(client, "exit0");
    int descriptors = common_descriptors_count(pid);
    long memory = read_number(pid, "status", "VmSize: %ld");
    for (int i = 0; i < REQUESTS; i++)
        bad += WEXITSTATUS(play_do(client, "exit5").status) != 5;
    is_int(bad, 0, "a thousand requests");
    is_int(common_descriptors_count(pid), descriptors, "leave no descriptor");
    is_int(read_number(pid, "status", "VmSize: %ld"), memory, "and no memory");
    snprintf(children, sizeof(children), "task/%ld/children", (long)pid);
    is_int(read_number(pid, children, "%ld"), -1, "nor children");
    is_int(play_stop(client), 0, "the server ends by itself");
    is_int(waitpid(-1, NULL, WNOHANG), -1, "no process is left");
}

static int sleeps(pid_t pid)
{
    char path[64], state = 0;
    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    FILE *from = fopen(path, "r");
    int found = from && fscanf(from, "%*d (%*[^)]) %c", &state) == 1;
    if (from)
        fclose(from);
    return found && state == 'S';
}

/* The server sleeps when it has answered, or when there is no room for that. */
static int has_answered(const fork_client_t *client, int requests)
{
    int unread = 0;
    while (!sleeps(fork_client_pid(client)))
        sched_yield();
    ioctl(fork_client_fd(client), FIONREAD, &unread);
    return unread == requests * (int)sizeof(int32_t);
}

/* Returns whether nobody holds the stdout of a process that has ended. */
static int is_dropped(fork_client_t *client)
{
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC) != 0)
        bail_out("no pipe");
    const int fds[] = {pipes[0], pipes[1], pipes[1]};
    const fork_blocks_t blocks = play_blocks(envp, NULL);
    if (fork_client_request(client, fds, &blocks) != 0)
        bail_out(strerror(errno));
    close(pipes[1]);
    struct pollfd end = {pipes[0], 0, 0};
    int dropped = poll(&end, 1, 60000) == 1;
    close(pipes[0]);
    return dropped;
}

/* A server may be frozen at any time, and an answered request must not depend
 * on that. Answers that nobody reads fill the socket, until one has no room. */
static void test_unread(void)
{
    fork_client_t *client = start_act();
    int requests = 0, dropped;
    do {
        requests++;
        dropped = is_dropped(client);
    } while (dropped && has_answered(client, requests));
    ok(dropped, "a server drops the descriptors before it answers");
    play_stop(client);
    while (waitpid(-1, NULL, 0) > 0)
        continue;
}

static void test_own(void)
{
    const char *program = play_build("own", "own", "-rdynamic -fno-builtin");
    fork_client_t *client = play_start(program, act_argv, envp);
    reply_t reply = play_do(client, "");
    is_str(reply.out, "own\n", "a program may have its own write() and more");
    reply = play_do(client, "");
    is_int(reply.status, 0, "for each request");
    is_int(play_stop(client), 0, "and at the end");
}

static void test_old(void)
{
    const char *program = play_build("old", "old", "-nostartfiles");
    fork_client_t *client = play_start(program, act_argv, envp);
    for (int i = 0; i < 2; i++) {
        reply_t reply = play_do(client, "this");
        is_str(reply.out, "this act\n", "a program of an old C library runs");
        is_int(WEXITSTATUS(reply.status), 4, "and ends");
    }
    play_stop(client);
}

/* Builds act with a library whose constructor does what the flag names. */
static const char *build_with(const char *flag)
{
    char flags[512], name[64];
    snprintf(flags, sizeof(flags), "%s -shared -fPIC", flag);
    snprintf(name, sizeof(name), "lib%s.so", flag + 2);
    const char *library = play_build("library", name, flags);
    snprintf(flags, sizeof(flags), "-Wl,--no-as-needed %s", library);
    snprintf(name, sizeof(name), "act%s", flag + 2);
    return play_build("act", name, flags);
}

static void refuses(const char *flag, const char *name)
{
    int what;
    fork_client_t *client = play_launch(build_with(flag), act_argv, envp);
    is_int(play_answer(client, &what), FORK_HAS_FAILED, name);
    is_int(what, EBUSY, "with EBUSY");
    is_int(play_answer(client, &what), FORK_HAS_ENDED, "and ends");
    is_int(play_stop(client), 1 << 8, "with status 1");
}

static void test_constructors(void)
{
    refuses("-DSTARTS", "a thread that a constructor started is refused");
    refuses("-DOPENS", "so is a descriptor");
    fork_client_t *client = play_start(build_with("-DCLOSES"), act_argv, envp);
    reply_t reply = play_do(client, "zero");
    is_int(reply.status, 0, "descriptors below three may be closed");
    is_str(play_do(client, "print").out, "DO=print\nPATH=/usr/bin:/bin\n",
           "then the received ones have their numbers");
    play_stop(client);
}

/* Without a server, the library is in nobody's way. */
static void test_alone(void)
{
    char preload[512];
    char *alone[] = {preload, "DO=exit9", NULL};
    snprintf(preload, sizeof(preload), "LD_PRELOAD=%s", play_library());
    reply_t reply =
        play_exec(play_build("act", "act", ""), act_argv, alone, "/", "");
    is_int(WEXITSTATUS(reply.status), 9,
           "without a socket a program just runs");
}

/* Whether a line of /proc/PID/maps is code, and the one before is what precedes
 * it in the same file. */
static int is_apart(const char *before, const char *line)
{
    unsigned long end, start;
    char first[5], second[5], file[64], same[64];
    return sscanf(before, "%*x-%lx %4s %*x %63[^/]", &end, first, file) == 3 &&
           sscanf(line, "%lx-%*x %4s %*x %63[^/]", &start, second, same) == 3 &&
           end == start && strcmp(file, same) == 0 &&
           strcmp(first, "r--p") == 0 && strcmp(second, "r-xp") == 0;
}

static void test_mappings(void)
{
    fork_client_t *client = start_act();
    char path[64], before[512] = "", line[512];
    int lines = 0, apart = 0;
    play_do(client, "exit0");
    snprintf(path, sizeof(path), "/proc/%ld/maps",
             (long)fork_client_pid(client));
    FILE *maps = fopen(path, "r");
    for (; maps && fgets(line, sizeof(line), maps); lines++) {
        apart += is_apart(before, line);
        strcpy(before, line);
    }
    if (maps)
        fclose(maps);
    ok(lines > 10, "a server has mappings");
    is_int(apart, 0, "code and what precedes it in its file are one");
    play_stop(client);
}

int main(void)
{
    test_ends();
    test_functions();
    test_many();
    test_unread();
    test_own();
    test_old();
    test_constructors();
    test_alone();
    test_mappings();
    return done_testing();
}
