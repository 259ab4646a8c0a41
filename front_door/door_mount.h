/* SPDX-License-Identifier: Apache-2.0 */
/* door_mount.h: which part of a URL's path leads to the application, and which
 * part is for it, if the server has rewritten the URL to index.cgi. Pure. */

#ifndef DOOR_MOUNT_H
#define DOOR_MOUNT_H

typedef struct door_mount {
    const char *name; /* SCRIPT_NAME: "/shop", or "" for the root */
    const char *info; /* PATH_INFO: "/a/b", or "" */
} door_mount_t;

/* Judges the argument of PersistMount: auto, or a path as it is decoded.
 * Returns NULL, or what to give instead. */
const char *door_mount_want(const char *word);

/* True if the server itself has set SCRIPT_NAME (`script`) to the mount. Its
 * PATH_INFO is then the path that it has compared with its rules. */
int door_mount_is_split(const char *mount, const char *script);

/* Splits the path of REQUEST_URI (`uri`) behind the mount. `script` is
 * SCRIPT_NAME as the server has set it: its folder is the mount for auto, and a
 * request for the program itself has its path behind that.
 *
 * The path is split at its slashes, several of which are one. Dot segments are
 * resolved, also encoded ones, and then each segment is decoded. httpd,
 * lighttpd and nginx do the same before they apply their rules, so that a rule
 * and the application see one path. But for some of them, and with some
 * settings, an encoded slash divides segments, too: one that it would divide
 * into dots, or into nothing, is refused.
 *
 * Returns 0, or -1 if the path is not below the mount, leads above the root, is
 * badly escaped or has such a segment. What the server has set then holds. */
int door_mount_split(door_mount_t *split, const char *mount, const char *script,
                     const char *uri);

/* The same for a path that the server has decoded and resolved. */
int door_mount_split_path(door_mount_t *split, const char *mount,
                          const char *script, const char *path);

#endif /* DOOR_MOUNT_H */
