/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c: the worker's process, see launch.h. */

#include "launch.h"

#include "common_clock.h"
#include "environment.h"

#include "wire_limits.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <unistd.h>

#define BACKLOG 511
#define EXEC_STATUS 126
#define WAIT_STEP_MS 2
#define OUTPUT_TAIL 2000L

/* Static, because the signal handler kills the groups and removes the files. */
static volatile pid_t groups[2];
static char directory[64];
static char paths[LAUNCH_FILES][sizeof(((struct sockaddr_un *)0)->sun_path)];

static void kill_groups(void)
{
    for (int i = 0; i < 2; i++) {
        if (groups[i] > 0)
            kill(-groups[i], SIGKILL);
    }
}

static void remove_files(void)
{
    for (int i = 0; i < LAUNCH_FILES; i++)
        unlink(paths[i]);
    rmdir(directory);
}

static void on_signal(int number)
{
    kill_groups();
    remove_files();
    _exit(128 + number);
}

static void handle_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
        sigaction(numbers[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static int make_directory(void)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(directory, sizeof(directory), "%.40s/pconfXXXXXX",
             tmp && strlen(tmp) <= 40 ? tmp : "/tmp");
    if (!mkdtemp(directory)) {
        fprintf(stderr, "persist-conform: %s: %s\n", directory,
                strerror(errno));
        return -1;
    }
    for (int i = 0; i < LAUNCH_FILES; i++)
        snprintf(paths[i], sizeof(paths[i]), "%s/%c", directory, "wcf"[i]);
    return 0;
}

const char *launch_path(launch_file_t file)
{
    return paths[file];
}

/* A clone's parent ends at once. Makes the clone our child then, as it becomes
 * persistd's. */
static void adopt_orphans(void)
{
#ifdef PR_SET_CHILD_SUBREAPER
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

int launch_init(launch_t *launch, const options_t *options)
{
    *launch = (launch_t){.options = options};
    launch->program = environment_find(options->command[0]);
    if (!launch->program) {
        fprintf(stderr, "persist-conform: %s: %s\n", options->command[0],
                strerror(errno));
        return -1;
    }
    adopt_orphans();
    handle_signals();
    return make_directory();
}

int launch_listen(const char *path)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    snprintf(name.sun_path, sizeof(name.sun_path), "%s", path);
    unlink(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&name, sizeof(name)) == 0 &&
        listen(fd, BACKLOG) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Closes all descriptors except 0, 1, 2 and keep. */
static void close_others(int keep)
{
    long most = sysconf(_SC_OPEN_MAX);
    if (most < 0 || most > 4096)
        most = 4096;
    for (int fd = 3; fd < most; fd++) {
        if (fd != keep)
            close(fd);
    }
}

static void reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number <= SIGRTMAX; number++)
        signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Sets descriptors as persistd/os/spawn.c does. The sources are first
 * duplicated to numbers from 20 on, so that no dup2() overwrites one. */
static int place_descriptors(int listener, int output, int listen_fd)
{
    int null = open("/dev/null", O_RDONLY);
    int from_listener = fcntl(listener, F_DUPFD, 20);
    int from_output = fcntl(output, F_DUPFD, 20);
    if (null < 0 || from_listener < 0 || from_output < 0 ||
        dup2(null, STDIN_FILENO) < 0 || dup2(from_output, STDOUT_FILENO) < 0 ||
        dup2(from_output, STDERR_FILENO) < 0 ||
        dup2(from_listener, listen_fd) < 0)
        return -1;
    close_others(listen_fd);
    return listen(listen_fd, BACKLOG);
}

/* In the child process: does what spawn.c and persist-exec do. */
static void become_worker(const launch_t *launch, const launch_how_t *how,
                          int listener, char **environment)
{
    int output = fileno(launch->output);
    setpgid(0, 0);
    reset_signals();
    umask(022);
    if (place_descriptors(listener, output, how->listen_fd) == 0)
        execve(launch->program, launch->options->command, environment);
    dprintf(STDERR_FILENO, "%s: %s\n", launch->program, strerror(errno));
    _exit(EXEC_STATUS);
}

static int spawn(launch_t *launch, const launch_how_t *how, int listener)
{
    char variable[64];
    snprintf(variable, sizeof(variable), "%s=%u:%d", WIRE_WORKER_VARIABLE,
             how->version, how->listen_fd);
    char **environment = environment_make(launch->options, variable);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        become_worker(launch, how, listener, environment);
    environment_free(environment);
    if (pid < 0)
        return -1;
    /* Also in the parent: kill_groups() may be called before the child runs. */
    setpgid(pid, pid);
    launch->pid = groups[0] = pid;
    return 0;
}

int launch_start(launch_t *launch, const launch_how_t *how)
{
    int listener = launch_listen(paths[LAUNCH_SOCKET]);
    launch->ended = 0;
    launch->mark = 0;
    launch->output = tmpfile();
    int started =
        listener >= 0 && launch->output && spawn(launch, how, listener) == 0;
    int error = errno;
    if (listener >= 0)
        close(listener);
    errno = error;
    return started ? 0 : -1;
}

/* Does not reap the worker, so that its pid, which is the group's number, is
 * not used again before launch_kill() has killed the group. */
static int has_ended(launch_t *launch)
{
    siginfo_t end = {0};
    if (launch->ended)
        return 1;
    if (waitid(P_PID, (id_t)launch->pid, &end, WEXITED | WNOHANG | WNOWAIT) !=
            0 ||
        end.si_pid == 0)
        return 0;
    launch->ended = 1;
    launch->exit_status = end.si_code == CLD_EXITED ? end.si_status : -1;
    return 1;
}

int launch_wait(launch_t *launch, int ms)
{
    int64_t end = common_now_us() / 1000 + ms;
    while (!has_ended(launch) && common_now_us() / 1000 < end)
        poll(NULL, 0, WAIT_STEP_MS);
    return launch->ended;
}

void launch_pause(launch_t *launch)
{
    siginfo_t state;
    kill(launch->pid, SIGSTOP);
    waitid(P_PID, (id_t)launch->pid, &state, WSTOPPED | WEXITED | WNOWAIT);
}

void launch_resume(launch_t *launch)
{
    kill(launch->pid, SIGCONT);
}

void launch_guard(pid_t group)
{
    groups[1] = group;
}

void launch_kill(launch_t *launch)
{
    kill_groups();
    if (launch->pid > 0)
        waitpid(launch->pid, NULL, 0);
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ; /* orphans, see adopt_orphans() */
    groups[0] = groups[1] = 0;
    launch->pid = 0;
    if (launch->output)
        fclose(launch->output);
    launch->output = NULL;
}

void launch_destroy(launch_t *launch)
{
    launch_kill(launch);
    remove_files();
    free(launch->program);
}

static long output_size(const launch_t *launch)
{
    struct stat file;
    return fstat(fileno(launch->output), &file) == 0 ? (long)file.st_size : 0;
}

int launch_has_output(const launch_t *launch)
{
    return output_size(launch) > 0;
}

void launch_mark_output(launch_t *launch)
{
    launch->mark = output_size(launch);
}

void launch_print_output(const launch_t *launch, FILE *to, const char *prefix)
{
    char line[512];
    if (!launch->output)
        return;
    long from = output_size(launch) - OUTPUT_TAIL;
    if (fseek(launch->output, from > launch->mark ? from : launch->mark,
              SEEK_SET) != 0)
        return;
    while (fgets(line, sizeof(line), launch->output))
        fprintf(to, "%s%s%s", prefix, line, strchr(line, '\n') ? "" : "\n");
}
