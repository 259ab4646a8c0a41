/* SPDX-License-Identifier: Apache-2.0 */
/* look.h: looks at files of other users, on file systems that may be slow or
 * dead. Lookers (looker.h) do the work, and results arrive on the loop. */

#ifndef LOOK_H
#define LOOK_H

#include "os/looker.h"

#include <stddef.h>
#include <uv.h>

typedef struct look look_t;

/* Receives what was found, in the order of the items. found is NULL if the file
 * system has not answered within LANE_LATE_US; the function is called again if
 * an answer comes later. The call with an answer is the last one, and the look
 * is freed after it. */
typedef void look_fn(void *owner, const look_found_t *found);

/* Call once, before there are workers, because those may use up all processes
 * that the user can have. program: path of the lookers' program. name: an
 * argument for it, which shows in a list of processes. Returns 0, or -1 with
 * errno if no looker can be started. */
int look_prepare(uv_loop_t *loop, const char *program, const char *name);

/* lane: the file system of the files. asker: the user for whom the look is made
 * (lane.h). */
look_t *look_make(uint64_t lane, uint32_t asker, look_fn *found, void *owner);

/* kind: LOOKER_FILE, LOOKER_SCRIPT or LOOKER_DIRECTORY. Returns 0, or -1 if the
 * question is full. A first item with a path of WIRE_PATH_MAX bytes always
 * fits. */
int look_add(look_t *look, char kind, const char *path);

/* Begins the look. The result comes from the loop, never from inside this
 * call. */
void look_begin(look_t *look);

/* Makes and begins a look at one script, to learn its version. */
look_t *look_stat(const char *path, uint64_t lane, uint32_t asker,
                  look_fn *found, void *owner);

/* True while a look waits or is under way and has not been reported as late. */
int look_is_busy(void);

/* Cancels a look that still waits for a looker: frees it and returns 1. Returns
 * 0 if it has begun; then nothing changes. */
int look_cancel(look_t *look);

/* The result is not wanted any more. NULL is allowed. */
void look_drop(look_t *look);

/* How many looks of this asker are under way although their results are not
 * wanted any more. Each of them still occupies a looker. */
uint32_t look_abandoned(uint32_t asker);

#endif /* LOOK_H */
