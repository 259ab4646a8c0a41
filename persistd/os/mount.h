/* SPDX-License-Identifier: Apache-2.0 */
/* mount.h: which file system a path leads to, guessed by its name alone: to ask
 * the file system itself could take for ever. */

#ifndef MOUNT_H
#define MOUNT_H

#include <stdint.h>

/* The same number for paths of one mount; a symbolic link may lead elsewhere. 0
 * where nothing is known. */
uint64_t mount_of(const char *path);

#endif /* MOUNT_H */
