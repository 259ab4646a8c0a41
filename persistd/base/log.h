/* SPDX-License-Identifier: Apache-2.0 */
/* log.h: lines for httpd's error log, in httpd's format. */

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

/* Puts another descriptor in the place of descriptor 2. The error log is always
 * descriptor 2, so that messages of the C library go there as well. */
void log_redirect(int fd);

/* Takes descriptor 2 as persistd was started with it. */
void log_open(void);

/* Logs a line of persistd's own: "[time] [persist:error] [pid N] text", with
 * the text escaped. No line is longer than PIPE_BUF, so each is one write and
 * does not mix with httpd's lines. If the log takes no bytes, the line is
 * lost. */
void log_say(log_level_t level, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* 1: log_debug() writes lines. Set by --debug and by SETTINGS. */
extern int log_is_debug;

/* Logs a change of state. While it is off, this costs one branch: the arguments
 * are not evaluated. */
#define log_debug(...)                                                         \
    do {                                                                       \
        if (log_is_debug)                                                      \
            log_say(LOG_DEBUG, __VA_ARGS__);                                   \
    } while (0)

/* Logs a line that a worker wrote, which may begin with a mark (mark.h).
 * Returns the number of bytes that it took in the log. */
size_t log_worker(pid_t pid, const char *script, const char *text, size_t len);

#endif /* LOG_H */
