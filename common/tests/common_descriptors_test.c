/* SPDX-License-Identifier: Apache-2.0 */
/* common_descriptors_test.c: descriptors are closed without close_range(2),
 * too, as on kernels before Linux 5.9 and where a filter refuses it; and
 * counted. */

#include <sys/syscall.h>

#undef SYS_close_range
#include "common_descriptors.c"

#include "tap.h"

#include <sys/resource.h>
#include <sys/wait.h>

#define LAST 10
#define HIGH 300

static int is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

/* The limit is below an open descriptor, as if it was lowered later. */
static int close_in_child(void)
{
    const struct rlimit limit = {HIGH - 100, HIGH - 100};
    for (int fd = LAST; fd < LAST + 150; fd++)
        dup2(STDERR_FILENO, fd);
    dup2(STDERR_FILENO, HIGH);
    setrlimit(RLIMIT_NOFILE, &limit);
    common_close_above(LAST);
    for (int fd = LAST + 1; fd <= HIGH; fd++)
        if (is_open(fd))
            return fd;
    return is_open(LAST) && is_open(STDERR_FILENO) ? 0 : LAST;
}

static void test_count(void)
{
    int before = common_descriptors_count(getpid());
    ok(before >= 3, "descriptors are counted");
    int one = dup(STDERR_FILENO), other = dup(STDERR_FILENO);
    is_int(common_descriptors_count(getpid()), before + 2, "each of them");
    close(one);
    close(other);
    is_int(common_descriptors_count(0), -1, "a process that is not there");
}

int main(void)
{
    int status = -1;
    test_count();
    pid_t pid = fork();
    if (pid == 0)
        _exit(close_in_child() == 0 ? 0 : 1);
    waitpid(pid, &status, 0);
    is_int(status, 0, "all descriptors above the last are closed, no others");
    return done_testing();
}
