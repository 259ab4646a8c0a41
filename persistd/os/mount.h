/* SPDX-License-Identifier: Apache-2.0 */
/* mount.h: guesses from a path alone on which file system it is, because asking
 * the file system could take for ever. */

#ifndef MOUNT_H
#define MOUNT_H

#include <stdint.h>

/* Returns the same number for all paths of one mount; a symbolic link may lead
 * elsewhere. Returns 0 where nothing is known. */
uint64_t mount_of(const char *path);

#endif /* MOUNT_H */
