/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h: one process that is not mistaken for another: says when it has
 * ended and kills it. watch_linux.c has pidfds, watch_posix.c looks by the
 * clock. */

#ifndef WATCH_H
#define WATCH_H

#include <uv.h>

typedef struct watch watch_t;

/* Called once, when the process has ended (our own child: it is a zombie, not
 * reaped yet). */
typedef void watch_fn(void *owner);

/* A process that is known by its number: our child, or one whose start time
 * the caller compares *after* this call.
 * Returns NULL with errno (ESRCH: there is none). */
watch_t *watch_open(uv_loop_t *loop, pid_t pid, watch_fn *ended, void *owner);

/* The process on the other end of a Unix socket, as the kernel knows it; its
 * number is pid.
 * Returns NULL with errno (ENOPROTOOPT: the kernel can't say). */
watch_t *watch_peer(uv_loop_t *loop, int fd, pid_t pid, watch_fn *ended,
                    void *owner);

/* SIGKILL to it and to its process group, which has its number. Returns 0, or
 * -1 with errno (ESRCH: it has ended). */
int watch_kill_group(watch_t *watch);

/* Sends it a signal, of those that it has asked for. Returns 0, or -1 with
 * errno. */
int watch_signal(watch_t *watch, int number);

/* Stops watching; NULL is fine. */
void watch_close(watch_t *watch);

#endif /* WATCH_H */
