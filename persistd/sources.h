/* SPDX-License-Identifier: Apache-2.0 */
/* sources.h: the files that a pool's workers have loaded, watched for changes.
 * What counts is a file's mtime, inode and size; directories are watched, and
 * the files looked at when something happens there, and now and then in any
 * case: not every file system tells. */

#ifndef SOURCES_H
#define SOURCES_H

#include "wire_message.h"

#include <stddef.h>
#include <uv.h>

#define SOURCES_FILES 2048u      /* of one pool; more are not watched */
#define SOURCES_DIRECTORIES 256u /* of these files; more are only looked at */

typedef struct sources sources_t;

/* Called when a file has changed; from the loop or from sources_look(). */
typedef void sources_fn(void *owner);

sources_t *sources_make(uv_loop_t *loop, sources_fn *changed, void *owner);

/* Adds files that a worker has loaded after `since` (seconds and microseconds
 * since the epoch, in µs); relative paths and what is no file are left out.
 * Returns 1 when one that was not known has changed since, so that nobody can
 * tell what the worker has loaded; 0 when not. */
int sources_add(sources_t *sources, const wire_list_t *files, int64_t since);

/* By the clock; now in CLOCK_MONOTONIC µs. Looks at all files when it is time.
 */
void sources_look(sources_t *sources, int64_t now);

/* Looks at all files now. */
void sources_check(sources_t *sources);

/* How many files are known. */
size_t sources_count(const sources_t *sources);

/* Stops watching; NULL is fine. */
void sources_close(sources_t *sources);

#endif /* SOURCES_H */
