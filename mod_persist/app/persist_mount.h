/* SPDX-License-Identifier: Apache-2.0 */
/* persist_mount.h: where in a URL an application begins. Pure. */

#ifndef PERSIST_MOUNT_H
#define PERSIST_MOUNT_H

#include <stddef.h>

/* Finds the mount, the URL of the application's folder: `uri` without `rest`,
 * the way from the folder to the file, at its end. A run of slashes equals one,
 * and slashes at the very end belong to the rest. Returns 0 with the mount's
 * length, which never ends in a slash, or -1 if `uri` does not end so. */
int persist_mount_split(const char *uri, const char *rest, size_t *length);

/* Returns what follows the entry file in PATH_INFO ("" or "/…"), or NULL if the
 * path does not begin with that file. */
const char *persist_mount_behind(const char *path_info, const char *entry);

/* Returns what follows the mount in a URL ("" or "/…"), or NULL if the URL is
 * not below the mount. */
const char *persist_mount_below(const char *uri, const char *mount);

#endif /* PERSIST_MOUNT_H */
