/* SPDX-License-Identifier: Apache-2.0 */
/* source_list.h: the files of one pool, sorted by path, and what was last seen
 * of each. Workers may name any number of files, any number of times. */

#ifndef SOURCE_LIST_H
#define SOURCE_LIST_H

#include "wire_message.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct batch;

typedef struct source {
    char *path;
    const char *name;    /* last part of the path */
    uint64_t version;    /* when last seen; 0: not a file yet */
    uint64_t lane;       /* its device, once it has been seen */
    int64_t since;       /* when it was loaded; used in the first look only */
    uid_t owner;         /* when last seen; -1: not yet */
    int seen;            /* it has been looked at */
    int gone;            /* it did not exist when last looked at */
    int due;             /* it has to be looked at */
    struct batch *batch; /* the look that is under way; NULL: none */
    size_t directory;    /* index; SOURCE_DIRS_MAX: not watched */
} source_t;

typedef struct source_list {
    source_t **files;
    size_t count, bytes; /* number of files, length of all paths */
} source_list_t;

/* Returns NULL if the path is not in the list. */
source_t *source_list_find(const source_list_t *list, wire_bytes_t path);

/* Adds a record with this path, which must be absolute and not in the list. */
source_t *source_list_add(source_list_t *list, wire_bytes_t path);

/* Frees all records. */
void source_list_clear(source_list_t *list);

#endif /* SOURCE_LIST_H */
