/* SPDX-License-Identifier: Apache-2.0 */
/* instance.h: the directory of this persistd, its lock, and the removal of
 * directories that belonged to dead servers. */

#ifndef INSTANCE_H
#define INSTANCE_H

#include "common_names.h"

#include <stdint.h>

/* Checks PersistRuntimeDir, and makes the instance's directories if they do not
 * exist. Returns 0, or a wire_fault_t with *text set (the caller frees it). */
int instance_open(const char *instance, char **text);

/* Takes persistd.lock. A predecessor may need a moment to release it. *made:
 * the file did not exist before. Returns the descriptor, to be kept open, or -1
 * with errno (EWOULDBLOCK: another persistd still holds it after
 * patience_ms). */
int instance_lock(const char *instance, int patience_ms, int *made);

/* Removes the lock's name, whoever holds the lock. The next one to take it
 * makes a new file. Returns 0, or -1 with errno. */
int instance_unlock(const char *instance);

/* The path of a worker's output: p/l.<slot>.<incarnation>. */
int instance_output_path(char path[COMMON_PATH_SIZE], const char *instance,
                         uint32_t slot, uint32_t incarnation);

/* Removes all files of the instance, and its directories. */
void instance_remove(const char *instance);

#endif /* INSTANCE_H */
