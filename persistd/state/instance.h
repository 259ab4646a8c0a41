/* SPDX-License-Identifier: Apache-2.0 */
/* instance.h: the directory that this persistd lives in, its lock, and what
 * instances of dead servers have left beside it. */

#ifndef INSTANCE_H
#define INSTANCE_H

#include "slots_names.h"

#include <stdint.h>

/* Checks PersistRuntimeDir and makes the instance's directories, if they are
 * not there. Returns 0, or a wire_fault_t with *text set (for free()). */
int instance_open(const char *instance, char **text);

/* Takes persistd.lock, which a predecessor may need a moment to let go; *made:
 * there was none. Returns the descriptor, to be kept open, or -1 with errno
 * (EWOULDBLOCK: it is held by another persistd, for so long already). */
int instance_lock(const char *instance, int patience_ms, int *made);

/* The lock's name goes, whoever holds it; who takes it next makes it. Returns
 * 0, or -1 with errno. */
int instance_unlock(const char *instance);

/* A worker's output: p/l.<slot>.<incarnation>. */
int instance_output_path(char path[SLOTS_PATH_SIZE], const char *instance,
                         uint32_t slot, uint32_t incarnation);

/* Every file below, and the directory itself. */
void instance_remove(const char *instance);

#endif /* INSTANCE_H */
