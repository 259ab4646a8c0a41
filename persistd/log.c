/* SPDX-License-Identifier: Apache-2.0 */
/* log.c: one line, one write. */

#include "log.h"

#include "escape.h"
#include "heap.h"
#include "lines.h"

#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LOG_HEAD_MAX 256u
#define LOG_TEXT_MAX (LINES_MAX + 4096u) /* a line and the path before it */

void log_redirect(int fd)
{
    dup2(fd, STDERR_FILENO);
    close(fd);
}

static size_t log_head(char head[LOG_HEAD_MAX], log_level_t level, pid_t pid)
{
    static const char *const names[] = {"error", "warn", "notice"};
    struct timespec now;
    struct tm local;
    char day[64];
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
    strftime(day, sizeof(day), "%a %b %d %H:%M:%S", &local);
    int len = snprintf(
        head, LOG_HEAD_MAX, "[%s.%06ld %d] [persist:%s] [pid %ld] ", day,
        now.tv_nsec / 1000, local.tm_year + 1900, names[level], (long)pid);
    return (size_t)len;
}

/* A piped logger that hangs must not hang persistd: the line is lost then. */
static void log_write(const char *line, size_t len)
{
    struct pollfd target = {.fd = STDERR_FILENO, .events = POLLOUT};
    while (len > 0 && poll(&target, 1, 0) == 1 &&
           (target.revents & (POLLERR | POLLNVAL)) == 0) {
        ssize_t n = write(STDERR_FILENO, line, len);
        if (n <= 0)
            return;
        line += n;
        len -= (size_t)n;
    }
}

static void log_line(log_level_t level, pid_t pid, const char *text, size_t len)
{
    static char line[LOG_HEAD_MAX + LOG_TEXT_MAX * ESCAPE_GROWTH + 1];
    size_t used = log_head(line, level, pid);
    used +=
        escape_log(line + used, text, len < LOG_TEXT_MAX ? len : LOG_TEXT_MAX);
    line[used++] = '\n';
    log_write(line, used);
}

void log_say(log_level_t level, const char *format, ...)
{
    char text[LOG_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (len >= (int)sizeof(text))
        len = sizeof(text) - 1;
    if (len > 0)
        log_line(level, getpid(), text, (size_t)len);
}

/* Not by printf: the line may hold NUL bytes. */
void log_worker(pid_t pid, const char *script, const char *text, size_t len)
{
    char *line = heap_print("pool %s: ", script);
    size_t head = strlen(line);
    line = heap_grow(line, head + len + 1, 1);
    memcpy(line + head, text, len);
    log_line(LOG_NOTICE, pid, line, head + len);
    free(line);
}
