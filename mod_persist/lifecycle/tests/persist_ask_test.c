/* SPDX-License-Identifier: Apache-2.0 */
/* persist_ask_test.c: a persistd whose answer never ends holds a thread only
 * until the deadline, and is not blamed for a want of descriptors here. */

#include "lifecycle/persist_ask.h"

#include "common_names.h"
#include "slots_table.h"

#include "common_clock.h"
#include "tap.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* The first deadline, and the last one of a machine that is too busy for two
 * parts within a shorter one. */
#define DEADLINE_US 200000
#define LAST_DEADLINE_US 60000000
#define FROZEN_S 300 /* the test fails after this time */

static char instance[] = "/tmp/persist_ask.XXXXXX";
static struct sockaddr_un address = {.sun_family = AF_UNIX};

static int listen_as_persistd(void)
{
    char path[COMMON_PATH_SIZE], directory[COMMON_PATH_SIZE];
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (!mkdtemp(instance) ||
        common_name_path(directory, instance, COMMON_NAME_PRIVATE) != 0 ||
        mkdir(directory, 0700) != 0 ||
        common_name_path(path, instance, COMMON_NAME_HTTP) != 0)
        bail_out("no directory");
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (bind(fd, (struct sockaddr *)&address, sizeof(address)) != 0 ||
        listen(fd, 8) != 0)
        bail_out("can't listen");
    return fd;
}

/* Sends parts of a report that are empty and never the last, to one after the
 * other. */
static _Noreturn void speak_without_end(int listener)
{
    const wire_report_t part = {.last = 0};
    msgpack_sbuffer frame;
    alarm(FROZEN_S);
    msgpack_sbuffer_init(&frame);
    wire_encode(&frame, WIRE_REPORT, &part, NULL);
    for (;;) {
        int fd = accept(listener, NULL, NULL);
        while (send(fd, frame.data, frame.size, MSG_NOSIGNAL) > 0)
            ;
        close(fd);
    }
}

/* Reads more slowly than the parts come, so that there is always a next one. */
static int count_part(void *context, const wire_message_t *answer)
{
    poll(NULL, 0, 1);
    *(int *)context += answer->kind == WIRE_REPORT;
    return 1;
}

static int ask(int64_t patience, int *parts)
{
    const wire_bytes_t token = {(const uint8_t *)"token", 5};
    const wire_status_t question = {.format = 0};
    return persist_ask(instance, token, WIRE_STATUS, &question,
                       common_now_us() + patience, count_part, parts);
}

static void test_without_end(void)
{
    int64_t patience = DEADLINE_US;
    int parts, result;
    do {
        parts = 0;
        result = ask(patience, &parts);
        patience *= 2;
    } while (result == PERSIST_ASK_NOBODY && parts <= 1 &&
             patience <= LAST_DEADLINE_US);
    is_int(result, PERSIST_ASK_NOBODY,
           "an answer without end is given up in time");
    ok(parts > 1, "of which there was more than one part");
}

static void test_no_descriptor(void)
{
    struct rlimit limit, none;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        bail_out("no limit of descriptors");
    none = limit;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_NOFILE, &none);
    is_int(ask(0, NULL), PERSIST_ASK_UNABLE,
           "without a descriptor persistd is not asked");
    setrlimit(RLIMIT_NOFILE, &limit);
}

int main(void)
{
    char directory[COMMON_PATH_SIZE];
    int listener = listen_as_persistd();
    pid_t pid = fork();
    if (pid == 0)
        speak_without_end(listener);
    alarm(FROZEN_S);
    test_without_end();
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    test_no_descriptor();
    unlink(address.sun_path);
    common_name_path(directory, instance, COMMON_NAME_PRIVATE);
    rmdir(directory);
    rmdir(instance);
    return done_testing();
}
