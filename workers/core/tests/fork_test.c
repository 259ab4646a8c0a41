/* SPDX-License-Identifier: Apache-2.0 */
/* fork_test.c: processes that a script starts hold no descriptor of the worker.
 */

#include "player.h"
#include "tap.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static player_t player;
static player_conn_t control, data;
static char body[1 << 20];
static unsigned status;

/* Descriptors of this process beside stdin, stdout and stderr. */
static int count_descriptors(void)
{
    char path[64], target[64];
    int count = 0;
    for (int fd = 3; fd < 256; fd++) {
        snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
        ssize_t n = readlink(path, target, sizeof(target) - 1);
        if (n > 0)
            count++;
    }
    return count;
}

/* The child reports how many descriptors it has, and that it cannot answer the
 * request. */
static int in_child(persist_request_t *request)
{
    char byte;
    if (count_descriptors() != 0)
        return 1;
    if (persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), "", 0,
                                0) == 0 ||
        errno != EALREADY)
        return 2;
    if (persist_request_read(request, &byte, 1) != 0)
        return 3;
    return 0;
}

static int child_status(persist_worker_t *worker, persist_request_t *request)
{
    int wait_status = -1;
    pid_t pid = fork();
    if (pid == 0) {
        int rc = in_child(request);
        if (rc == 0 && persist_worker_next(worker, request))
            rc = 4;
        persist_worker_destroy(worker);
        _exit(rc);
    }
    waitpid(pid, &wait_status, 0);
    return WEXITSTATUS(wait_status);
}

static int script(persist_worker_t *worker)
{
    persist_request_t *request = NULL;
    if (getenv("PERSIST_WORKER") || persist_worker_open("second", 0) ||
        errno != EBUSY)
        return 1;
    while ((request = persist_worker_next(worker, request))) {
        const char *path = persist_request_variable(request, "PATH_INFO");
        char text[16];
        int code = strcmp(path, "/fork") == 0
                       ? child_status(worker, request)
                       : system("exit $(ls /proc/self/fd | wc -l)") >> 8;
        int n = snprintf(text, sizeof(text), "%d", code);
        persist_request_respond(request, 200, PERSIST_BLOCK("A\0b"), text,
                                (size_t)n, 0);
    }
    return errno;
}

static const char *get(const char *path)
{
    player_ask_for(&data, path, 1);
    size_t n = player_response(&data, &status, body);
    body[n] = '\0';
    return body;
}

int main(void)
{
    player_start(&player, script, 0);
    player_control(&player, &control);
    player_data(&player, &data, 0);
    is_str(get("/fork"), "0", "a forked child has lost all of it");
    is_str(get("/system"), "4", "a program has stdio and what ls opens");
    is_str(get("/fork"), "0", "the worker goes on");
    player_send(&control, WIRE_STOP, NULL);
    is_int(player_finish(&player), 0, "and ends in order");
    player_close(&control);
    player_close(&data);
    return done_testing();
}
