/* SPDX-License-Identifier: Apache-2.0 */
/* log_test.c: a log that nobody reads costs lines and nothing else. */

#include "base/log.h"
#include "tap.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define PIPE_BYTES (1 << 20)

/* Whole lines, each short enough to be written at once. */
static int lines_are_whole(const char *text, ssize_t len)
{
    ssize_t begin = 0;
    for (ssize_t i = 0; i < len; i++) {
        if (text[i] != '\n')
            continue;
        if (text[begin] != '[' || i + 1 - begin > PIPE_BUF)
            return 0;
        begin = i + 1;
    }
    return len > 0 && begin == len;
}

static ssize_t read_all(int fd, char *text)
{
    ssize_t len = 0, n;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    while ((n = read(fd, text + len, (size_t)(PIPE_BYTES - len))) > 0)
        len += n;
    return len;
}

static void say_much(void)
{
    char binary[8192];
    memset(binary, 0x01, sizeof(binary));
    for (int i = 0; i < 200; i++) {
        log_worker(7, "/a.py", binary, sizeof(binary));
        log_say(LOG_WARN, "%s", "a short one");
        log_worker(7, "/a.py", "\xc3\xa4\xc3\xa4\xc3\xa4", 6);
    }
}

static void test_debug(int fd, char *text)
{
    int evaluated = 0;
    log_debug("%d", ++evaluated);
    is_int(read_all(fd, text), 0, "debug lines are off by default");
    is_int(evaluated, 0, "and their arguments are not evaluated");
    log_is_debug = 1;
    log_debug("%d apples", ++evaluated);
    text[read_all(fd, text)] = '\0';
    ok(strstr(text, "[persist:debug] [pid ") && strstr(text, "1 apples"),
       "if they are on, they have their level");
}

int main(void)
{
    static char text[PIPE_BYTES + 1];
    int ends[2], copy = dup(STDERR_FILENO);
    if (pipe(ends) != 0 || copy < 0)
        bail_out("no pipe");
    alarm(60);
    log_redirect(dup(ends[1]));
    say_much();
    alarm(0);
    ok(1, "a full pipe stops nobody");
    ok(lines_are_whole(text, read_all(ends[0], text)),
       "every line in it is whole, and no longer than PIPE_BUF");
    is_int(fcntl(ends[1], F_GETFL) & O_NONBLOCK, 0,
           "others' writes to it wait as before");
    log_say(LOG_NOTICE, "read again");
    text[read_all(ends[0], text)] = '\0';
    ok(strstr(text, "read again"), "what comes when it is read again is there");
    test_debug(ends[0], text);
    dup2(copy, STDERR_FILENO);
    return done_testing();
}
