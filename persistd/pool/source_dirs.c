/* SPDX-License-Identifier: Apache-2.0 */
/* source_dirs.c: sees that a directory that comes later is found. */

#include "pool/source_dirs.h"

#include "base/heap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

size_t source_dirs_add(source_dirs_t *dirs, void *owner, const char *path,
                       size_t len)
{
    for (size_t i = 0; i < dirs->count; i++) {
        const char *known = dirs->at[i]->path;
        if (strncmp(known, path, len) == 0 && known[len] == '\0')
            return i;
    }
    if (dirs->count == SOURCE_DIRS_MAX) {
        dirs->blind = 1;
        return SOURCE_DIRS_MAX;
    }
    source_dir_t *made = heap_make(1, sizeof(*made));
    made->owner = owner;
    made->path = heap_text(path, len);
    made->index = dirs->count;
    made->above = SOURCE_DIRS_MAX;
    dirs->at[dirs->count] = made;
    return dirs->count++;
}

int source_dirs_depends(const source_dirs_t *dirs, size_t index,
                        size_t directory)
{
    while (index < SOURCE_DIRS_MAX && index != directory)
        index = dirs->at[index]->above;
    return index == directory;
}

void source_dirs_ask_again(source_dir_t *dir)
{
    dir->again = dir->asking;
    if (dir->asking)
        return;
    dir->requested = 0;
    dir->due = 1;
}

static int is_below(const source_dir_t *dir, const source_dir_t *above,
                    const char *name)
{
    if (dir->above != above->index || dir->notice.heard)
        return 0;
    const char *rest = dir->path + strlen(above->path);
    size_t len = name ? strlen(name) : 0;
    return !name || (strncmp(rest, name, len) == 0 && rest[len] == '/');
}

int source_dirs_find_below(const source_dirs_t *dirs, const source_dir_t *above,
                           const char *name)
{
    int found = 0;
    for (size_t i = 0; i < dirs->count; i++)
        if (is_below(dirs->at[i], above, name)) {
            source_dirs_ask_again(dirs->at[i]);
            found = 1;
        }
    return found;
}

/* The length of the path of the directory above, with its slash. */
static size_t length_above(const char *path)
{
    size_t len = strlen(path);
    while (len > 0 && path[len - 1] == '/')
        len--;
    while (len > 0 && path[len - 1] != '/')
        len--;
    return len;
}

/* The directory is not there, so the one above is watched for it. Where that is
 * not there either, the same goes for it. The watch is requested with a look at
 * the files. */
static void await(source_dirs_t *dirs, source_dir_t *dir, int again)
{
    size_t len = length_above(dir->path);
    if (dir->above == SOURCE_DIRS_MAX && len > 0)
        dir->above = source_dirs_add(dirs, dir->owner, dir->path, len);
    if (dir->above == SOURCE_DIRS_MAX)
        dirs->blind = 1;
    else if (again)
        source_dirs_ask_again(dir);
    else if (!dirs->at[dir->above]->requested)
        dir->due = 1;
}

/* The files are looked at once more after the watch exists, or a change in
 * between would be missed. */
void source_dirs_take(source_dirs_t *dirs, source_dir_t *dir,
                      const look_found_t *found, notice_fn *heard)
{
    int again = dir->again;
    dir->asking = dir->again = 0;
    if (found->watch >= 0) {
        notice_join(&dir->notice, found->watch, heard);
        dir->due = 1;
        source_dirs_find_below(dirs, dir, NULL);
    } else if (found->error == ENOENT || found->error == ENOTDIR) {
        await(dirs, dir, again);
    } else {
        dirs->blind = 1;
    }
}

void source_dirs_clear(source_dirs_t *dirs)
{
    for (size_t i = 0; i < dirs->count; i++) {
        notice_leave(&dirs->at[i]->notice);
        free(dirs->at[i]->path);
        free(dirs->at[i]);
    }
    *dirs = (source_dirs_t){.count = 0};
}
