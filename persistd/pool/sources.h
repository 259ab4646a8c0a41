/* SPDX-License-Identifier: Apache-2.0 */
/* sources.h: watches the files that a pool's workers have loaded. A file has
 * changed if its mtime, inode or size has. Directories are watched, and files
 * are looked at when something happens there. They are also looked at from time
 * to time, because not every file system reports changes. No function here
 * waits for a file system. */

#ifndef SOURCES_H
#define SOURCES_H

#include "wire_message.h"

#include <stddef.h>
#include <sys/types.h>

#define SOURCES_FILES 2048u /* files of one pool; more are not watched */
/* Length of their paths; more are not watched. */
#define SOURCES_BYTES 262144u

typedef struct sources sources_t;

/* Files have been looked at. changed: a file differs from what was loaded, or
 * that cannot be known. Called from the loop. */
typedef void sources_fn(void *owner, int changed);

/* tenant: points to the tenant of the script, which is read at each look. */
sources_t *sources_make(sources_fn *seen, void *owner, const uid_t *tenant);

/* Adds files that a worker has loaded after `since` (µs since the epoch).
 * Relative paths are ignored. A path without a file is added as well; if a file
 * appears there later, that is a change. A new path whose file has changed
 * since `since` counts as changed, because it is not known which version the
 * worker has loaded. */
void sources_add(sources_t *sources, const wire_list_t *files, int64_t since);

/* Looks at all files if it is time to. now: CLOCK_MONOTONIC, µs. */
void sources_tick(sources_t *sources, int64_t now);

/* Looks at all files now, to learn their versions. */
void sources_stat(sources_t *sources);

/* True if no file has to be looked at, except on file systems that do not
 * answer. */
int sources_are_settled(const sources_t *sources);

/* True if this file is known, and did not exist when it was last looked at. */
int sources_is_gone(const sources_t *sources, const char *path);

/* The owner of this file when it was last seen; -1: not known. */
uid_t sources_owner(const sources_t *sources, const char *path);

/* The number of known files. */
size_t sources_count(const sources_t *sources);

/* Stops watching and frees the record. NULL is allowed. */
void sources_close(sources_t *sources);

#endif /* SOURCES_H */
