/* SPDX-License-Identifier: Apache-2.0 */
/* slots_object.h: the POSIX object behind APR's shared memory, through its
 * descriptor. Checks and changes it without touching a page that may not be
 * there. */

#ifndef SLOTS_OBJECT_H
#define SLOTS_OBJECT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* APR's size word, and the padding that aligns the block after it to a line. */
#define SLOTS_OBJECT_HEAD 64u

/* Identifies the object to which a name leads. */
typedef struct slots_object {
    dev_t dev;
    ino_t ino;
    uint64_t bytes; /* its whole size, APR's size word included */
} slots_object_t;

/* What a new object needs, and what its file system had free before. */
typedef struct slots_room {
    uint64_t wanted, free;
} slots_room_t;

/* Returns the size of the block behind the head; 0 for an object without
 * one. */
size_t slots_object_block(const slots_object_t *object);

/* Makes the object that apr_shm_attach(path) will find, with this many bytes
 * after the head, all zero, and with every page allocated, so that a store into
 * it never gets SIGBUS for lack of room. Returns 0 with *room set, or -1 with
 * errno (EEXIST: the name is taken; ENOSPC: see *room) and no object. */
int slots_object_make(const char *path, size_t bytes, slots_room_t *room);

/* Reports what such an object would need and what is free. Makes an empty
 * object of this name for that and removes it. Returns 0, or -1 with errno.
 * Where the file system has no limit, it reports as much free as is needed. */
int slots_object_room(const char *path, size_t bytes, slots_room_t *room);

/* Checks what apr_shm_attach(path) would map: a regular file of our own user,
 * whose size matches APR's size word. Copies the first len bytes after the
 * head. Returns 0, or -1 with errno: ENOENT, EACCES (another user's file, or
 * one that cannot be opened at once), or EINVAL (any other difference; *found
 * describes the object). */
int slots_object_look(const char *path, slots_object_t *found, void *bytes,
                      size_t len);

/* As slots_object_look(), but keeps the object open. Returns its descriptor,
 * close-on-exec, or -1 with errno. */
int slots_object_open(const char *path, slots_object_t *found, void *bytes,
                      size_t len);

/* Removes the name. Processes that have the object mapped keep it. Returns 0,
 * or -1 with errno. */
int slots_object_remove(const char *path);

/* True for the same object, whatever its size. */
int slots_object_same(const slots_object_t *a, const slots_object_t *b);

#endif /* SLOTS_OBJECT_H */
