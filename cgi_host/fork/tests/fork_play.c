/* SPDX-License-Identifier: Apache-2.0 */
/* fork_play.c: every call waits for what it starts. */

#include "fork_play.h"

#include "common_signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define WAIT_MS 60000 /* ends a test that fails */
#define PATH_SIZE 256

static char folder[] = "/tmp/fork_play.XXXXXX";

static void remove_folder(void)
{
    char command[PATH_SIZE];
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    if (system(command) != 0)
        printf("# %s stays\n", folder);
}

/* A reachable list keeps all paths until the end of the test. */
const char *play_path(const char *name)
{
    static struct path {
        struct path *next;
        char text[PATH_SIZE];
    } * paths;
    if (!paths && mkdtemp(folder))
        atexit(remove_folder);
    struct path *path = malloc(sizeof(*path));
    if (!path)
        bail_out("no memory");
    path->next = paths;
    paths = path;
    snprintf(path->text, sizeof(path->text), "%s/%s", folder, name);
    return path->text;
}

const char *play_try_build(const char *source, const char *name,
                           const char *flags)
{
    const char *path = play_path(name);
    char *command;
    if (asprintf(&command,
                 "${PERSIST_CC:-cc} -w -D_GNU_SOURCE -pthread -o %s "
                 "%s/cgi_host/fork/tests/victims/%s.c %s",
                 path, getenv("top_srcdir"), source, flags) < 0)
        bail_out("no memory");
    int status = system(command);
    free(command);
    return status == 0 ? path : NULL;
}

const char *play_build(const char *source, const char *name, const char *flags)
{
    const char *path = play_try_build(source, name, flags);
    if (!path)
        bail_out(source);
    return path;
}

const char *play_library(void)
{
    static char *path;
    if (!path &&
        asprintf(&path, "%s/cgi_host/fork/.libs/persist_fork_server.so",
                 getenv("top_builddir")) < 0)
        bail_out("no memory");
    return path;
}

fork_client_t *play_launch(const char *program, char *const argv[],
                           char *const envp[])
{
    const char *why;
    const fork_start_t start = {program, argv, envp, play_library(), 2};
    fork_client_t *client = fork_client_start(&start, &why);
    if (!client)
        bail_out(why);
    return client;
}

fork_client_t *play_start(const char *program, char *const argv[],
                          char *const envp[])
{
    int what;
    fork_client_t *client = play_launch(program, argv, envp);
    if (play_answer(client, &what) != FORK_IS_READY)
        bail_out("no fork server");
    return client;
}

fork_answer_t play_answer(fork_client_t *client, int *what)
{
    struct pollfd look = {fork_client_fd(client), POLLIN, 0};
    fork_answer_t answer;
    while ((answer = fork_client_take(client, what)) == FORK_NO_ANSWER)
        if (poll(&look, 1, WAIT_MS) <= 0)
            bail_out("no answer");
    return answer;
}

static int wait_for(pid_t pid)
{
    int status = -1;
    if (waitpid(pid, &status, 0) != pid)
        return -1;
    return status;
}

int play_stop(fork_client_t *client)
{
    pid_t pid = fork_client_pid(client);
    fork_client_stop(client);
    return wait_for(pid);
}

fork_blocks_t play_blocks(char *const envp[], const char *directory)
{
    static char *block;
    size_t len = 0;
    free(block);
    for (char *const *at = envp; *at; at++)
        len += strlen(*at) + 1;
    block = malloc(len + 1);
    char *to = block;
    for (char *const *at = envp; *at; at++)
        to = stpcpy(to, *at) + 1;
    return (fork_blocks_t){
        .environment = block, .environment_len = len, .directory = directory};
}

/* ---- both ways ---- */

static int file_with(const char *text)
{
    FILE *file = tmpfile();
    if (!file || fputs(text, file) < 0 || fflush(file) != 0)
        bail_out("no file");
    int fd = dup(fileno(file));
    fclose(file);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

/* Reads until all of the program's processes have closed the pipe. */
static void read_output(reply_t *reply, int fd)
{
    static char *out;
    ssize_t got;
    free(out);
    reply->out = out = malloc(PLAY_OUTPUT);
    while ((got = read(fd, out + reply->len, PLAY_OUTPUT - 1 - reply->len)) > 0)
        reply->len += (size_t)got;
    out[reply->len] = '\0';
    close(fd);
}

static void send_request(fork_client_t *client, const int fds[3],
                         const fork_blocks_t *blocks)
{
    struct pollfd look = {fork_client_fd(client), POLLOUT, 0};
    if (fork_client_request(client, fds, blocks) != 0)
        bail_out(strerror(errno));
    while (fork_client_wants_write(client))
        if (poll(&look, 1, WAIT_MS) <= 0 || fork_client_send_more(client) != 0)
            bail_out("the rest is not taken");
}

reply_t play_request(fork_client_t *client, const fork_blocks_t *blocks,
                     const char *in)
{
    reply_t reply = {0};
    int pipes[2], what;
    if (pipe2(pipes, O_CLOEXEC) != 0)
        bail_out("no pipe");
    int fds[3] = {file_with(in), pipes[1], pipes[1]};
    send_request(client, fds, blocks);
    close(fds[0]);
    close(pipes[1]);
    if (play_answer(client, &what) != FORK_HAS_CHILD)
        bail_out("no child");
    reply.pid = what;
    read_output(&reply, pipes[0]);
    reply.status = wait_for(reply.pid);
    return reply;
}

reply_t play_do(fork_client_t *client, const char *what)
{
    char variable[256];
    char *envp[] = {variable, "PATH=/usr/bin:/bin", NULL};
    snprintf(variable, sizeof(variable), "DO=%s", what);
    const fork_blocks_t blocks = play_blocks(envp, NULL);
    return play_request(client, &blocks, "");
}

/* As the host does: a CGI program finds nothing of what was ignored or blocked
 * where the test was started, by nohup(1) for instance. */
static void default_signals(void)
{
    sigset_t none;
    common_signals_default();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

reply_t play_exec(const char *program, char *const argv[], char *const envp[],
                  const char *directory, const char *in)
{
    reply_t reply = {0};
    int pipes[2];
    int fd = file_with(in);
    if (pipe2(pipes, O_CLOEXEC) != 0)
        bail_out("no pipe");
    reply.pid = fork();
    if (reply.pid == 0) {
        setpgid(0, 0);
        dup2(fd, 0);
        dup2(pipes[1], 1);
        dup2(pipes[1], 2);
        close_range(3, ~0u, 0);
        default_signals();
        if (chdir(directory) == 0)
            execve(program, argv, envp);
        _exit(127);
    }
    close(fd);
    close(pipes[1]);
    read_output(&reply, pipes[0]);
    reply.status = wait_for(reply.pid);
    return reply;
}
