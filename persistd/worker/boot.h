/* SPDX-License-Identifier: Apache-2.0 */
/* boot.h: how a start has ended: READY, or why not. */

#ifndef BOOT_H
#define BOOT_H

#include "worker/worker.h"

/* Exit status of persist-exec when there was nothing to execute; a script that
 * ends so before READY is told as one that could not be started. */
#define BOOT_EXEC_STATUS 126

/* READY came. */
void boot_ready(worker_t *worker, const wire_ready_t *ready);

/* READY has come: now it serves, or leaves, when the script and all that it has
 * loaded have been looked at, or the file system takes too long. */
void boot_look(worker_t *worker, int64_t now);

/* The worker tells of files that it has loaded, the earliest of them at `since`
 * (µs since the epoch). They are watched from now on. */
void boot_loaded(worker_t *worker, const wire_list_t *files, int64_t since);

/* LEAVING came: the script goes of its own accord. Before READY that is a boot
 * that failed. Behind it, when the worker is young and has taken no request,
 * the pool waits as after a crash. */
void boot_leaving(worker_t *worker);

/* A READY worker ends, unasked: the pool waits. Returns 1 when this was one of
 * several in a row and has taken no request: pool_useless() is to be told. */
int boot_in_vain(const worker_t *worker);

/* READY came, and it serves or would have. */
int boot_was_ready(const worker_t *worker);

/* The worker has ended. Returns 0 when it was not STARTING, or when somebody
 * killed it and the next start is to show more, else the wire_fault_t with
 * *reason set (for free()): what happened and the worker's last words. status:
 * of waitpid, or REAP_UNKNOWN. */
int boot_verdict(const worker_t *worker, int status, char **reason);

#endif /* BOOT_H */
