/* SPDX-License-Identifier: Apache-2.0 */
/* source_dirs.h: the directories of one pool's files, and which of them are
 * watched. While one is not there, the one above is watched for its name. */

#ifndef SOURCE_DIRS_H
#define SOURCE_DIRS_H

#include "os/looker.h"
#include "os/notice.h"

#include <stddef.h>

#define SOURCE_DIRS_MAX 256u /* more are not watched */

typedef struct source_dir {
    notice_t notice; /* the first member: who hears of it knows the directory */
    void *owner;
    char *path; /* ends with '/' */
    size_t index;
    size_t above; /* of the one that is watched for it; SOURCE_DIRS_MAX: none */
    int requested; /* a watch has been, or is being, requested */
    int asking;    /* it is being requested */
    int again;     /* the directory may have come since */
    int due;       /* its files have to be looked at */
} source_dir_t;

typedef struct source_dirs {
    source_dir_t *at[SOURCE_DIRS_MAX];
    size_t count;
    int blind; /* some directory is not watched */
} source_dirs_t;

/* Returns the index of the directory named by the path's first len bytes, which
 * end with '/'; from now on it is to be watched. SOURCE_DIRS_MAX: there is no
 * room. */
size_t source_dirs_add(source_dirs_t *dirs, void *owner, const char *path,
                       size_t len);

/* True if `index` is this directory, or is looked for in it, or in one that is.
 */
int source_dirs_depends(const source_dirs_t *dirs, size_t index,
                        size_t directory);

/* The directory may be there again, or for the first time: its watch is to be
 * requested once more, with a look at its files. */
void source_dirs_ask_again(source_dir_t *dir);

/* Does that for each directory that is looked for in this one under this name;
 * NULL: any name. Returns whether there is one. */
int source_dirs_find_below(const source_dirs_t *dirs, const source_dir_t *above,
                           const char *name);

/* A requested watch has come, or an error in its place. */
void source_dirs_take(source_dirs_t *dirs, source_dir_t *dir,
                      const look_found_t *found, notice_fn *heard);

/* Stops watching and frees all records. */
void source_dirs_clear(source_dirs_t *dirs);

#endif /* SOURCE_DIRS_H */
