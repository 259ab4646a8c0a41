/* SPDX-License-Identifier: Apache-2.0 */
/* source_list.c: finds records by bisection. */

#include "pool/source_list.h"

#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

static int compare(const source_t *file, wire_bytes_t path)
{
    int order = strncmp(file->path, (const char *)path.data, path.len);
    return order ? order : file->path[path.len] != '\0';
}

/* The index of the path, or where to insert it. */
static size_t place_of(const source_list_t *list, wire_bytes_t path)
{
    size_t from = 0, to = list->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (compare(list->files[middle], path) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

source_t *source_list_find(const source_list_t *list, wire_bytes_t path)
{
    size_t place = place_of(list, path);
    return place < list->count && compare(list->files[place], path) == 0
               ? list->files[place]
               : NULL;
}

static void put(source_list_t *list, size_t place, source_t *file)
{
    list->files = heap_grow(list->files, list->count + 1, sizeof(*list->files));
    memmove(list->files + place + 1, list->files + place,
            (list->count - place) * sizeof(*list->files));
    list->files[place] = file;
    list->count++;
}

source_t *source_list_add(source_list_t *list, wire_bytes_t path)
{
    source_t *file = heap_make(1, sizeof(*file));
    file->path = heap_text(path.data, path.len);
    file->name = strrchr(file->path, '/') + 1;
    file->owner = (uid_t)-1;
    list->bytes += path.len;
    put(list, place_of(list, path), file);
    return file;
}

void source_list_clear(source_list_t *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->files[i]->path);
        free(list->files[i]);
    }
    free(list->files);
    *list = (source_list_t){0};
}
