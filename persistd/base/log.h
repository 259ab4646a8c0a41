/* SPDX-License-Identifier: Apache-2.0 */
/* log.h: lines for httpd's error log, in httpd's form. */

#ifndef LOG_H
#define LOG_H

#include <stddef.h>
#include <sys/types.h>

typedef enum log_level {
    LOG_ERROR,
    LOG_WARN,
    LOG_NOTICE,
    LOG_DEBUG
} log_level_t;

/* The error log is always descriptor 2, so that what the C library says of its
 * own accord goes there too. Takes another descriptor over in its place. */
void log_redirect(int fd);

/* Descriptor 2 as persistd was started with it. */
void log_open(void);

/* A line of persistd's own: "[time] [persist:error] [pid N] text". The text is
 * escaped. No line is longer than PIPE_BUF, so that each is one write and stays
 * whole beside httpd's; when the log takes none, it is lost. */
void log_say(log_level_t level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* 1: log_debug() writes lines; set by --debug and by SETTINGS. */
extern int log_is_debug;

/* A line about a change of state. While it is off, the cost is one branch: the
 * arguments are not evaluated. */
#define log_debug(...)                                                         \
    do {                                                                       \
        if (log_is_debug)                                                      \
            log_say(LOG_DEBUG, __VA_ARGS__);                                   \
    } while (0)

/* A line that a worker wrote, perhaps with a mark (mark.h). Returns the bytes
 * that it took in the log. */
size_t log_worker(pid_t pid, const char *script, const char *text, size_t len);

#endif /* LOG_H */
