/* SPDX-License-Identifier: Apache-2.0 */
/* say.h: lines about a script go to the error log, and to what is kept for the
 * script's owner (base/recent.h). */

#ifndef SAY_H
#define SAY_H

#include "base/log.h"
#include "state/pool.h"

/* Logs a line and keeps it. pid: the worker that it is about; 0: none. With
 * pool NULL it is only logged. */
void say_pool(const pool_t *pool, log_level_t level, recent_kind_t kind,
              pid_t pid, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Keeps a line that the error log does not have, or only for LogLevel debug. */
void say_kept(const pool_t *pool, recent_kind_t kind, pid_t pid,
              const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Keeps a line that a worker of the pool has printed, which may begin with a
 * mark (mark.h). */
void say_printed(const pool_t *pool, pid_t pid, const char *text, size_t len);

#endif /* SAY_H */
