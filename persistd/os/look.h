/* SPDX-License-Identifier: Apache-2.0 */
/* look.h: looks at files that others own, on file systems that may be slow or
 * dead: taken by lookers (looker.h), and told of from the loop. */

#ifndef LOOK_H
#define LOOK_H

#include "os/looker.h"

#include <stddef.h>
#include <uv.h>

typedef struct look look_t;

/* What was found, in the order of the items. found NULL: the file system has
 * not answered in time (LANE_LATE_US); then it is called again if it ever does.
 * The call with what was found is the last one, and frees the look. */
typedef void look_fn(void *owner, const look_found_t *found);

/* Once, before there are workers, which may take all processes that there can
 * be. program: of the lookers; name: what they are told to be shown as, with
 * it. Returns 0, or -1 with errno: no looker can be made. */
int look_prepare(uv_loop_t *loop, const char *program, const char *name);

/* lane: of the files' file system; asker: whoever makes the look necessary
 * (lane.h). */
look_t *look_make(uint64_t lane, uint32_t asker, look_fn *found, void *owner);

/* kind: LOOKER_FILE, LOOKER_SCRIPT or LOOKER_DIRECTORY. Returns 0, or -1: no
 * more fits. The first one of WIRE_PATH_MAX does. */
int look_add(look_t *look, char kind, const char *path);

/* Its owner is told from the loop, never from here. */
void look_begin(look_t *look);

/* One script. */
look_t *look_stat(const char *path, uint64_t lane, uint32_t asker,
                  look_fn *found, void *owner);

/* A look waits or is under way, and nobody has been told that it is late. */
int look_is_busy(void);

/* Nobody is told if it still waits for a looker. Returns 1 then, and the look
 * is freed; 0: it has been begun. */
int look_cancel(look_t *look);

/* Nobody wants to know any more; NULL is fine. */
void look_drop(look_t *look);

/* How many looks of the asker are under way that nobody wants to know of any
 * more: each still holds a looker. */
uint32_t look_abandoned(uint32_t asker);

#endif /* LOOK_H */
