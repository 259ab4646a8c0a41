/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h: watches and kills one process that cannot be confused with another
 * one. watch_linux.c uses pidfds, watch_posix.c polls. */

#ifndef WATCH_H
#define WATCH_H

#include <uv.h>

typedef struct watch watch_t;

/* The end of a process is seen after at most this time, if the event loop is
 * free. */
#define WATCH_LATEST_MS 200

/* Called once, when the process has ended. A child of ours is then a zombie
 * that has not been reaped. */
typedef void watch_fn(void *owner);

/* Watches the process with this number: our child, or a process whose start
 * time the caller compares *after* this call. Returns NULL with errno (ESRCH:
 * there is no such process). */
watch_t *watch_open(uv_loop_t *loop, pid_t pid, watch_fn *ended, void *owner);

/* Watches the process at the other end of a Unix socket, as the kernel knows
 * it. pid: its number. Returns NULL with errno (ENOPROTOOPT: the kernel cannot
 * tell). */
watch_t *watch_peer(uv_loop_t *loop, int fd, pid_t pid, watch_fn *ended,
                    void *owner);

/* Sends SIGKILL to the process and to the process group that it leads. Returns
 * 0, or -1 with errno (ESRCH: it has ended). */
int watch_kill_group(watch_t *watch);

/* Sends a signal that the process has asked for. Returns 0, or -1 with
 * errno. */
int watch_signal(watch_t *watch, int number);

/* Stops watching. NULL is allowed. */
void watch_close(watch_t *watch);

#endif /* WATCH_H */
