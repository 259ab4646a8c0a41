/* SPDX-License-Identifier: Apache-2.0 */
/* sources.c: the looks at files, and the requests for watches. */

#include "pool/sources.h"

#include "base/heap.h"
#include "common_clock.h"
#include "os/look.h"
#include "os/mount.h"
#include "os/notice.h"
#include "pool/source_dirs.h"
#include "pool/source_list.h"
#include "slots_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_US 10000000     /* if every directory is watched */
#define LOOK_SOON_US 1000000 /* if not */

/* One look at files of one file system and at their directories. */
typedef struct batch {
    struct batch *next;
    sources_t *sources; /* NULL: they have been closed */
    look_t *look;
    int late;
    size_t count;
    struct {
        source_t *file; /* NULL: it is this directory */
        source_dir_t *directory;
    } at[LOOKER_ITEMS];
} batch_t;

struct sources {
    sources_fn *seen;
    void *owner;
    const uid_t *tenant;
    source_list_t list;
    source_dirs_t directories;
    int64_t looked;
    batch_t *batches; /* under way */
};

static size_t asking; /* batches under way in all, which may request watches */

sources_t *sources_make(sources_fn *seen, void *owner, const uid_t *tenant)
{
    sources_t *sources = heap_make(1, sizeof(*sources));
    sources->seen = seen;
    sources->owner = owner;
    sources->tenant = tenant;
    return sources;
}

/* ---- results ---- */

static void mark(sources_t *sources, size_t directory);
static int mark_named(const source_dir_t *directory, const char *name);
static void begin_batches(sources_t *sources);

/* The directory is gone, or a file in it may have changed. Whoever can write
 * there can cause such events without end, so one that concerns none of the
 * files costs no walk through all of them. */
static void heard(notice_t *notice, const char *name)
{
    source_dir_t *directory = (source_dir_t *)notice;
    sources_t *sources = directory->owner;
    if (!notice->heard)
        source_dirs_ask_again(directory);
    int found = source_dirs_find_below(&sources->directories, directory, name);
    if (!name)
        mark(sources, directory->index);
    else if (!mark_named(directory, name) && !found)
        return;
    begin_batches(sources);
}

/* Compares the inode's change time, which nobody can set. It also changes with
 * modes, owners and links, but a new worker too many does no harm. A time in
 * the future is ignored, because after a clock was set back, reloading would
 * never end. */
static int was_touched(const source_t *file, const look_found_t *found)
{
    return found->version && found->changed >= file->since &&
           found->changed <= common_wall_us();
}

/* A missing file may come back: only a different file counts as a change. */
static int take_file(source_t *file, const look_found_t *found)
{
    int first = !file->seen;
    file->batch = NULL;
    file->seen = 1;
    file->gone = found->error == ENOENT || found->error == ENOTDIR;
    if (!found->error)
        file->owner = (uid_t)found->owner;
    if (found->device)
        file->lane = found->device;
    if (!first && (!found->version || found->version == file->version))
        return 0;
    file->version = found->version;
    return first ? was_touched(file, found) : 1;
}

static int take_all(batch_t *batch, const look_found_t *found)
{
    int changed = 0;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->at[i].file)
            changed |= take_file(batch->at[i].file, &found[i]);
        else
            source_dirs_take(&batch->sources->directories,
                             batch->at[i].directory, &found[i], heard);
    return changed;
}

/* Removes watches that were requested but are not wanted any more. */
static void give_back(const batch_t *batch, const look_found_t *found)
{
    notice_t nobody = {0};
    for (size_t i = 0; i < batch->count; i++)
        if (found[i].watch >= 0) {
            notice_join(&nobody, found[i].watch, heard);
            notice_leave(&nobody);
        }
}

static void leave_list(batch_t *batch)
{
    batch_t **link = &batch->sources->batches;
    while (*link != batch)
        link = &(*link)->next;
    *link = batch->next;
}

static void batch_found(void *owner, const look_found_t *found)
{
    batch_t *batch = owner;
    sources_t *sources = batch->sources;
    int changed = 0;
    batch->late = !found;
    if (found && sources) {
        leave_list(batch);
        changed = take_all(batch, found);
    } else if (found) {
        give_back(batch, found);
    }
    if (found) {
        free(batch);
        if (--asking == 0)
            notice_settle();
    }
    if (!sources)
        return;
    begin_batches(sources);
    sources->seen(sources->owner, changed);
}

/* ---- looks ---- */

/* directory SIZE_MAX: any directory. One that is looked for in another depends
 * on that, too. */
static void mark(sources_t *sources, size_t directory)
{
    for (size_t i = 0; i < sources->list.count; i++) {
        source_t *file = sources->list.files[i];
        if (directory == SIZE_MAX ||
            source_dirs_depends(&sources->directories, file->directory,
                                directory))
            file->due = 1;
    }
}

static int wants_batch(const source_t *file)
{
    return file->due && !file->batch;
}

/* Returns whether a look can begin for the file. */
static int mark_named(const source_dir_t *directory, const char *name)
{
    const sources_t *sources = directory->owner;
    char path[WIRE_PATH_MAX + 1];
    int len = snprintf(path, sizeof(path), "%s%s", directory->path, name);
    const wire_bytes_t bytes = {(const uint8_t *)path, (size_t)len};
    source_t *file = len < (int)sizeof(path)
                         ? source_list_find(&sources->list, bytes)
                         : NULL;
    if (file)
        file->due = 1;
    return file && wants_batch(file);
}

static int add_watch(batch_t *batch, source_dir_t *directory)
{
    if (directory->requested)
        return 0;
    if (look_add(batch->look, LOOKER_DIRECTORY, directory->path) != 0)
        return -1;
    directory->requested = directory->asking = 1;
    batch->at[batch->count++].directory = directory;
    return 0;
}

/* Adds the watches first, then the look. Returns -1 if there is no room. */
static int batch_add(batch_t *batch, source_t *file)
{
    source_dir_t *const *directories = batch->sources->directories.at;
    for (size_t i = file->directory; i < SOURCE_DIRS_MAX;
         i = directories[i]->above)
        if (add_watch(batch, directories[i]) != 0)
            return -1;
    if (look_add(batch->look, LOOKER_FILE, file->path) != 0)
        return -1;
    file->due = 0;
    file->batch = batch;
    batch->at[batch->count++].file = file;
    return 0;
}

/* Begins a look at this file and at later ones on the same device. */
static void begin_batch(sources_t *sources, size_t first)
{
    uint64_t lane = sources->list.files[first]->lane;
    batch_t *batch = heap_make(1, sizeof(*batch));
    batch->sources = sources;
    batch->look = look_make(lane, *sources->tenant, batch_found, batch);
    for (size_t i = first; i < sources->list.count; i++) {
        source_t *file = sources->list.files[i];
        if (wants_batch(file) && file->lane == lane &&
            batch_add(batch, file) != 0)
            break;
    }
    batch->next = sources->batches;
    sources->batches = batch;
    asking++;
    look_begin(batch->look);
}

static void mark_due(sources_t *sources)
{
    for (size_t i = 0; i < sources->directories.count; i++)
        if (sources->directories.at[i]->due) {
            sources->directories.at[i]->due = 0;
            mark(sources, i);
        }
}

static void begin_batches(sources_t *sources)
{
    mark_due(sources);
    for (size_t i = 0; i < sources->list.count; i++)
        if (wants_batch(sources->list.files[i]))
            begin_batch(sources, i);
}

void sources_stat(sources_t *sources)
{
    mark(sources, SIZE_MAX);
    begin_batches(sources);
}

void sources_tick(sources_t *sources, int64_t now)
{
    int64_t pause = sources->directories.blind ? LOOK_SOON_US : LOOK_US;
    if (now - sources->looked < pause)
        return;
    sources->looked = now;
    sources_stat(sources);
}

int sources_are_settled(const sources_t *sources)
{
    for (const batch_t *batch = sources->batches; batch; batch = batch->next)
        if (!batch->late)
            return 0;
    return 1; /* files that are due are in a batch that is late */
}

/* ---- files ---- */

/* A path without a file is kept, too, and costs one look however often it
 * comes. Returns whether it is new. */
static int add(sources_t *sources, wire_bytes_t path, int64_t since)
{
    if (source_list_find(&sources->list, path))
        return 0;
    source_t *file = source_list_add(&sources->list, path);
    file->directory =
        source_dirs_add(&sources->directories, sources, file->path,
                        (size_t)(file->name - file->path));
    file->lane = mount_of(file->path);
    file->since = since;
    file->due = 1;
    return 1;
}

void sources_add(sources_t *sources, const wire_list_t *files, int64_t since)
{
    int added = 0;
    for (size_t i = 0; i < files->count; i++) {
        wire_bytes_t path = files->items[i];
        if (path.len > 0 && path.len <= WIRE_PATH_MAX && path.data[0] == '/' &&
            !memchr(path.data, '\0', path.len) &&
            sources->list.count < SOURCES_FILES &&
            sources->list.bytes + path.len <= SOURCES_BYTES)
            added |= add(sources, path, since);
    }
    if (added)
        begin_batches(sources);
}

static const source_t *find(const sources_t *sources, const char *path)
{
    const wire_bytes_t bytes = {(const uint8_t *)path, strlen(path)};
    return source_list_find(&sources->list, bytes);
}

int sources_is_gone(const sources_t *sources, const char *path)
{
    const source_t *file = find(sources, path);
    return file && file->gone;
}

uid_t sources_owner(const sources_t *sources, const char *path)
{
    const source_t *file = find(sources, path);
    return file ? file->owner : (uid_t)-1;
}

size_t sources_count(const sources_t *sources)
{
    return sources->list.count;
}

/* Watches that have been requested are removed when they come. */
static void leave_batches(sources_t *sources)
{
    for (batch_t *batch = sources->batches, *next; batch; batch = next) {
        next = batch->next;
        batch->sources = NULL;
        if (look_cancel(batch->look)) {
            free(batch);
            asking--;
        }
    }
}

void sources_close(sources_t *sources)
{
    if (!sources)
        return;
    leave_batches(sources);
    source_dirs_clear(&sources->directories);
    if (asking == 0)
        notice_settle();
    source_list_clear(&sources->list);
    free(sources);
}
