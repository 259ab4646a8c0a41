/* SPDX-License-Identifier: Apache-2.0 */
/* sources.h: the files that a pool's workers have loaded, watched for changes.
 * What counts is a file's mtime, inode and size; directories are watched, and
 * the files looked at when something happens there, and now and then in any
 * case: not every file system tells. Nothing here waits for a file system. */

#ifndef SOURCES_H
#define SOURCES_H

#include "wire_message.h"

#include <stddef.h>
#include <sys/types.h>

#define SOURCES_FILES 2048u      /* of one pool; more are not watched … */
#define SOURCES_BYTES 262144u    /* … nor is what makes their paths longer */
#define SOURCES_DIRECTORIES 256u /* of these files; more are only looked at */

typedef struct sources sources_t;

/* Files have been looked at; changed: some is not what was loaded, or nobody
 * can tell. From the loop. */
typedef void sources_fn(void *owner, int changed);

/* tenant: of the script that has loaded them, as it is at each look. */
sources_t *sources_make(sources_fn *seen, void *owner, const uid_t *tenant);

/* Adds files that a worker has loaded after `since` (seconds and microseconds
 * since the epoch, in µs); relative paths are left out. What is no file, or not
 * yet, takes a place, too: when it becomes one, that is a change. One that was
 * not known and has changed since is one: nobody can tell what the worker has
 * loaded. */
void sources_add(sources_t *sources, const wire_list_t *files, int64_t since);

/* By the clock; now in CLOCK_MONOTONIC µs. Looks at all files when it is time.
 */
void sources_tick(sources_t *sources, int64_t now);

/* Looks at all files now. */
void sources_stat(sources_t *sources);

/* No file is being looked at, or to be, but for those whose file system does
 * not answer. */
int sources_are_settled(const sources_t *sources);

/* True when this one is known, and was not there when it was looked at last. */
int sources_is_gone(const sources_t *sources, const char *path);

/* How many files are known. */
size_t sources_count(const sources_t *sources);

/* Stops watching; NULL is fine. */
void sources_close(sources_t *sources);

#endif /* SOURCES_H */
