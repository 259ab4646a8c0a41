/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_family_test.c: which processes of a program are weighed. */

#include "cgi_family.h"
#include "tap.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MUCH ((size_t)48 << 20)

static int ready[2]; /* the last process says that it is there */
static int held[2];  /* all end when the test closes it */

/* What one process does: 's' is small, 'l' is large, 'o' is large and in a
 * session of its own. */
static const char *become(char letter)
{
    char *much = letter == 's' ? NULL : malloc(MUCH);
    if (letter == 'o')
        setsid();
    if (much)
        memset(much, 1, MUCH);
    return much;
}

/* A chain of processes, a letter for each. */
static void live(const char *letters)
{
    char byte;
    const char *much = become(*letters);
    while (letters[1] && fork() == 0)
        much = become(*++letters);
    if (!letters[1] && write(ready[1], "", 1) != 1)
        _exit(1);
    ssize_t n = read(held[0], &byte, 1);
    _exit(n == 0 && (!much || much[MUCH - 1]) ? 0 : 1);
}

static pid_t start(const char *letters)
{
    char byte;
    if (pipe(ready) != 0 || pipe(held) != 0)
        bail_out("no pipes");
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        close(held[1]);
        live(letters);
    }
    if (pid < 0 || read(ready[0], &byte, 1) != 1)
        bail_out("no processes");
    return pid;
}

/* Returns what the largest process of the chain has. */
static uint64_t largest(const char *letters)
{
    pid_t pid = start(letters);
    uint64_t bytes = cgi_family_largest(pid);
    close(held[1]);
    waitpid(pid, NULL, 0);
    close(held[0]);
    close(ready[0]);
    close(ready[1]);
    return bytes;
}

int main(void)
{
    ok(largest("s") > 0, "a program has memory");
    ok(largest("s") < MUCH, "a small one has little");
    ok(largest("l") >= MUCH, "a large one has much");
    ok(largest("sl") >= MUCH, "its child counts");
    ok(largest("ssl") >= MUCH, "and what that has started");
    ok(largest("ls") < 2 * MUCH, "each by itself");
    ok(largest("so") < MUCH, "but not what has left the group");
    return done_testing();
}
