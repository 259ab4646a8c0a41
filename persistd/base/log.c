/* SPDX-License-Identifier: Apache-2.0 */
/* log.c: writes each line with one write(). */

#include "base/log.h"

#include "base/escape.h"
#include "base/heap.h"
#include "base/lines.h"
#include "base/mark.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LOG_HEAD_MAX 256u
#define LOG_TEXT_MAX (LINES_MAX + 4096u) /* a line and the path before it */

int log_is_debug;

/* If we can open the pipe again, its non-blocking flag is set for us alone. A
 * pipe that root created cannot be opened; for that, log_write() polls before
 * it writes. */
static int log_reopen(int fd)
{
    struct stat info;
    char path[64];
    if (fstat(fd, &info) != 0 || !S_ISFIFO(info.st_mode))
        return fd;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    int own = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (own < 0)
        return fd;
    close(fd);
    return own;
}

void log_redirect(int fd)
{
    int own = log_reopen(fd);
    dup2(own, STDERR_FILENO);
    close(own);
}

void log_open(void)
{
    int fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (fd >= 0)
        log_redirect(fd);
}

static size_t log_head(char head[LOG_HEAD_MAX], log_level_t level, pid_t pid)
{
    static const char *const names[] = {"error", "warn", "notice", "debug"};
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

/* A piped logger that hangs must not block persistd, so the line is dropped
 * then. A pipe that is writable has room for PIPE_BUF bytes and takes them
 * whole. */
static void log_write(const char *line, size_t len)
{
    struct pollfd target = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&target, 1, 0) != 1 || (target.revents & (POLLERR | POLLNVAL)))
        return;
    ssize_t n = write(STDERR_FILENO, line, len);
    (void)n;
}

/* Cuts the line between two characters if it is too long. Returns its new
 * length. */
static size_t log_cut(char *line, size_t len)
{
    static const char more[] = "...";
    if (len < PIPE_BUF)
        return len;
    len = PIPE_BUF - sizeof(more);
    while (len > 0 && ((unsigned char)line[len] & 0xc0) == 0x80)
        len--;
    memcpy(line + len, more, sizeof(more) - 1);
    return len + sizeof(more) - 1;
}

/* Returns the length of the line in the log. */
static size_t log_line(log_level_t level, pid_t pid, const char *text,
                       size_t len)
{
    static char line[LOG_HEAD_MAX + LOG_TEXT_MAX * ESCAPE_GROWTH + 1];
    size_t used = log_head(line, level, pid);
    used +=
        escape_log(line + used, text, len < LOG_TEXT_MAX ? len : LOG_TEXT_MAX);
    used = log_cut(line, used);
    line[used++] = '\n';
    log_write(line, used);
    return used;
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

/* Does not use printf for the text, because it may contain NUL bytes. */
size_t log_worker(pid_t pid, const char *script, const char *text, size_t len)
{
    size_t id = mark_id(text, len);
    char *line = id > 0
                     ? heap_print("pool %s: [%.*s] ", script, (int)id, text + 1)
                     : heap_print("pool %s: ", script);
    size_t head = strlen(line);
    if (id > 0) {
        text += id + 2;
        len -= id + 2;
    }
    line = heap_grow(line, head + len + 1, 1);
    memcpy(line + head, text, len);
    size_t used = log_line(LOG_NOTICE, pid, line, head + len);
    free(line);
    return used;
}
