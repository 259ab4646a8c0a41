/* SPDX-License-Identifier: Apache-2.0 */
/* ctl_way.h: goes the way to a file as the kernel does, through each directory
 * and each symbolic link. */

#ifndef CTL_WAY_H
#define CTL_WAY_H

#include <sys/stat.h>

/* Is called with each directory, each link, and at last with the file: the path
 * has no link but that at its end. Any result but 0 ends the way. */
typedef int ctl_way_fn(void *context, const char *path,
                       const struct stat *about);

/* The path is absolute. Returns what the last call has returned, or -1 with
 * errno: there is no such way, or the caller can't see it. */
int ctl_way_go(const char *path, ctl_way_fn *step, void *context);

#endif /* CTL_WAY_H */
