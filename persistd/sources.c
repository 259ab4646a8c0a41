/* SPDX-License-Identifier: Apache-2.0 */
/* sources.c: paths with their last known versions, and their directories.
 *
 * The looks of the clock are taken on threads of libuv's: a file system that
 * does not answer shall not hold persistd up. What such a thread reads of a
 * source never changes. */

#include "sources.h"

#include "clock.h"
#include "heap.h"
#include "version.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LOOK_US 10000000     /* where every directory is watched */
#define LOOK_SOON_US 1000000 /* where not */

typedef struct source {
    char *path;
    const char *name; /* its last part */
    uint64_t version; /* as last seen; 0: no file yet */
    int gone;         /* when it was looked at last */
    size_t directory; /* index; SOURCES_DIRECTORIES: not watched */
} source_t;

typedef struct directory {
    uv_fs_event_t event;
    sources_t *sources;
    char *path; /* with '/' at its end */
    size_t index;
} directory_t;

/* One look at all files, from the queue of the threads until it is judged. */
typedef struct glance {
    uv_work_t work;
    sources_t *sources;
    size_t count;
    struct {
        source_t *file;
        uint64_t version; /* that it had when the look began */
        int differs;      /* written by the thread */
    } at[];
} glance_t;

struct sources {
    uv_loop_t *loop;
    sources_fn *changed;
    void *owner;
    source_t **files; /* by path */
    size_t count;
    directory_t *directories[SOURCES_DIRECTORIES];
    size_t directory_count;
    int blind; /* some directory is not watched */
    int64_t looked;
    glance_t *glance; /* that is under way; NULL: none */
    int closed;       /* and only kept until that ends */
};

static size_t glances; /* under way, of all */

static void do_nothing(uv_work_t *work)
{
    (void)work;
}

void sources_prepare(uv_loop_t *loop)
{
    static uv_work_t work;
    uv_queue_work(loop, &work, do_nothing, NULL);
}

sources_t *sources_make(uv_loop_t *loop, sources_fn *changed, void *owner)
{
    sources_t *sources = heap_make(1, sizeof(*sources));
    sources->loop = loop;
    sources->changed = changed;
    sources->owner = owner;
    return sources;
}

/* One that is gone may be on its way back: only another one is a change. */
static int is_changed(source_t *file)
{
    uint64_t version = version_look(file->path, NULL);
    file->gone = !version && (errno == ENOENT || errno == ENOTDIR);
    if (!version || version == file->version)
        return 0;
    file->version = version;
    return 1;
}

/* All are looked at, so that what has changed at once is one change. directory
 * SIZE_MAX: any; name NULL: any. */
static void look(sources_t *sources, size_t directory, const char *name)
{
    int changed = 0;
    for (size_t i = 0; i < sources->count; i++) {
        source_t *file = sources->files[i];
        if ((directory == SIZE_MAX || file->directory == directory) &&
            (!name || strcmp(file->name, name) == 0))
            changed |= is_changed(file);
    }
    if (changed)
        sources->changed(sources->owner);
}

static void heard(uv_fs_event_t *event, const char *name, int events,
                  int status)
{
    directory_t *directory = event->data;
    (void)events;
    if (status == 0)
        look(directory->sources, directory->index, name);
}

static void directory_free(uv_handle_t *handle)
{
    directory_t *directory = handle->data;
    free(directory->path);
    free(directory);
}

static int directory_open(sources_t *sources, directory_t *directory)
{
    directory->event.data = directory;
    if (uv_fs_event_init(sources->loop, &directory->event) != 0)
        return -1;
    if (uv_fs_event_start(&directory->event, heard, directory->path, 0) == 0)
        return 0;
    uv_close((uv_handle_t *)&directory->event, directory_free);
    return -1;
}

/* The index of the path's first len bytes, watched from now on if they were
 * not; SOURCES_DIRECTORIES when it can't be. */
static size_t directory_of(sources_t *sources, const char *path, size_t len)
{
    for (size_t i = 0; i < sources->directory_count; i++) {
        const char *known = sources->directories[i]->path;
        if (strncmp(known, path, len) == 0 && known[len] == '\0')
            return i;
    }
    if (sources->directory_count < SOURCES_DIRECTORIES) {
        directory_t *made = heap_make(1, sizeof(*made));
        made->sources = sources;
        made->path = heap_text(path, len);
        made->index = sources->directory_count;
        if (directory_open(sources, made) == 0) {
            sources->directories[sources->directory_count] = made;
            return sources->directory_count++;
        }
    }
    sources->blind = 1;
    return SOURCES_DIRECTORIES;
}

static int compare(const source_t *file, wire_bytes_t path)
{
    int order = strncmp(file->path, (const char *)path.data, path.len);
    return order ? order : file->path[path.len] != '\0';
}

/* Where the path is, or belongs. Workers may tell of any number of paths, as
 * often as they like. */
static size_t place_of(const sources_t *sources, wire_bytes_t path)
{
    size_t from = 0, to = sources->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (compare(sources->files[middle], path) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* The inode's own time: nobody can set it. One in the future tells nothing, or
 * a clock that was set back would never end reloading. */
static int touched_since(const char *path, int64_t since)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return 0;
    int64_t at =
        (int64_t)info.st_ctim.tv_sec * 1000000 + info.st_ctim.tv_nsec / 1000;
    return at >= since && at <= clock_wall_us();
}

static void put(sources_t *sources, size_t place, source_t *file)
{
    sources->files =
        heap_grow(sources->files, sources->count + 1, sizeof(*sources->files));
    memmove(sources->files + place + 1, sources->files + place,
            (sources->count - place) * sizeof(*sources->files));
    sources->files[place] = file;
    sources->count++;
}

/* Watched first, looked at then: no change falls in between. What is no file
 * is kept, too, so that it costs one look, however often it is told of. */
static int add(sources_t *sources, wire_bytes_t path, int64_t since)
{
    size_t place = place_of(sources, path);
    if (place < sources->count && compare(sources->files[place], path) == 0)
        return 0;
    source_t *file = heap_make(1, sizeof(*file));
    file->path = heap_text(path.data, path.len);
    file->name = strrchr(file->path, '/') + 1;
    file->directory =
        directory_of(sources, file->path, (size_t)(file->name - file->path));
    file->version = version_look(file->path, NULL);
    put(sources, place, file);
    return file->version && touched_since(file->path, since);
}

int sources_add(sources_t *sources, const wire_list_t *files, int64_t since)
{
    int changed = 0;
    for (size_t i = 0; i < files->count; i++) {
        wire_bytes_t path = files->items[i];
        if (path.len > 0 && path.len <= WIRE_PATH_MAX && path.data[0] == '/' &&
            !memchr(path.data, '\0', path.len) &&
            sources->count < SOURCES_FILES)
            changed |= add(sources, path, since);
    }
    return changed;
}

/* ---- the looks of the clock ---- */

/* On a thread. */
static void glance_take(uv_work_t *work)
{
    glance_t *glance = work->data;
    for (size_t i = 0; i < glance->count; i++) {
        uint64_t version = version_look(glance->at[i].file->path, NULL);
        glance->at[i].differs = version != glance->at[i].version;
    }
}

static void sources_free(sources_t *sources)
{
    for (size_t i = 0; i < sources->count; i++) {
        free(sources->files[i]->path);
        free(sources->files[i]);
    }
    free(sources->files);
    free(sources);
}

/* On the loop again. What differs may have been seen here meanwhile. */
static void glance_judge(uv_work_t *work, int status)
{
    glance_t *glance = work->data;
    sources_t *sources = glance->sources;
    int changed = 0;
    glances--;
    sources->glance = NULL;
    for (size_t i = 0; i < glance->count && status == 0 && !sources->closed;
         i++)
        if (glance->at[i].differs)
            changed |= is_changed(glance->at[i].file);
    free(glance);
    if (sources->closed)
        sources_free(sources);
    else if (changed)
        sources->changed(sources->owner);
}

static void glance_begin(sources_t *sources)
{
    glance_t *glance =
        heap_make(1, sizeof(*glance) + sources->count * sizeof(*glance->at));
    glance->work.data = glance;
    glance->sources = sources;
    glance->count = sources->count;
    for (size_t i = 0; i < sources->count; i++) {
        glance->at[i].file = sources->files[i];
        glance->at[i].version = sources->files[i]->version;
    }
    if (uv_queue_work(sources->loop, &glance->work, glance_take,
                      glance_judge) != 0) {
        free(glance);
        return;
    }
    sources->glance = glance;
    glances++;
}

void sources_look(sources_t *sources, int64_t now)
{
    int64_t pause = sources->blind ? LOOK_SOON_US : LOOK_US;
    if (now - sources->looked < pause || sources->glance || !sources->count)
        return;
    sources->looked = now;
    glance_begin(sources);
}

int sources_are_busy(void)
{
    return glances > 0;
}

void sources_check(sources_t *sources)
{
    look(sources, SIZE_MAX, NULL);
}

int sources_is_gone(const sources_t *sources, const char *path)
{
    wire_bytes_t bytes = {(const uint8_t *)path, strlen(path)};
    size_t place = place_of(sources, bytes);
    return place < sources->count &&
           compare(sources->files[place], bytes) == 0 &&
           sources->files[place]->gone;
}

size_t sources_count(const sources_t *sources)
{
    return sources->count;
}

void sources_close(sources_t *sources)
{
    if (!sources)
        return;
    for (size_t i = 0; i < sources->directory_count; i++)
        uv_close((uv_handle_t *)&sources->directories[i]->event,
                 directory_free);
    sources->closed = 1;
    if (!sources->glance)
        sources_free(sources);
}
