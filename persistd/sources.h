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

/* Once, before there are workers: libuv aborts if it can't make its threads,
 * and workers may take all processes that there can be. */
void sources_prepare(uv_loop_t *loop);

sources_t *sources_make(uv_loop_t *loop, sources_fn *changed, void *owner);

/* Adds files that a worker has loaded after `since` (seconds and microseconds
 * since the epoch, in µs); relative paths are left out. What is no file, or not
 * yet, takes a place, too: when it becomes one, that is a change.
 * Returns 1 when one that was not known has changed since, so that nobody can
 * tell what the worker has loaded; 0 when not. */
int sources_add(sources_t *sources, const wire_list_t *files, int64_t since);

/* By the clock; now in CLOCK_MONOTONIC µs. Looks at all files when it is time:
 * on another thread, and what it finds is told of from the loop. */
void sources_look(sources_t *sources, int64_t now);

/* Such a look has not ended, of any sources: exit() would wait for it. */
int sources_are_busy(void);

/* Looks at all files now, and waits for the file system. */
void sources_check(sources_t *sources);

/* True when this one is known, and was not there when it was looked at last. */
int sources_is_gone(const sources_t *sources, const char *path);

/* How many files are known. */
size_t sources_count(const sources_t *sources);

/* Stops watching; NULL is fine. */
void sources_close(sources_t *sources);

#endif /* SOURCES_H */
