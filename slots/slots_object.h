/* SPDX-License-Identifier: Apache-2.0 */
/* slots_object.h: the POSIX object behind APR's shared memory, by its
 * descriptor: what can be known of it, and done to it, without touching a page
 * that may not be there. */

#ifndef SLOTS_OBJECT_H
#define SLOTS_OBJECT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* APR's size word and what aligns the block behind it to a line. */
#define SLOTS_OBJECT_HEAD 64u

/* Which object a name leads to. */
typedef struct slots_object {
    dev_t dev;
    ino_t ino;
    uint64_t bytes; /* the whole of it, APR's size word included */
} slots_object_t;

/* What a new object takes, and what its file system had to give before. */
typedef struct slots_room {
    uint64_t wanted, free;
} slots_room_t;

/* Makes the object that apr_shm_attach(path) will find, with this many bytes
 * behind the head, all zero, and every page of it there: who stores into it
 * never gets SIGBUS for want of room. Returns 0 with *room set, or -1 with
 * errno (EEXIST: the name is taken; ENOSPC: see *room) and no object. */
int slots_object_make(const char *path, size_t bytes, slots_room_t *room);

/* What such an object would take, and what there is; an empty object of this
 * name is made for the look and removed. Returns 0, or -1 with errno; where the
 * file system has no limit, as much is free as is wanted. */
int slots_object_room(const char *path, size_t bytes, slots_room_t *room);

/* What apr_shm_attach(path) would map: our own user's regular file, whose size
 * is what APR's size word says. Copies the first len bytes behind the head.
 * Returns 0, or -1 with errno: ENOENT, EACCES (another user's, or one that
 * can't be opened at once), EINVAL (any other difference; *found is what is
 * there). */
int slots_object_look(const char *path, slots_object_t *found, void *bytes,
                      size_t len);

/* The same object, whatever its size. */
int slots_object_same(const slots_object_t *a, const slots_object_t *b);

#endif /* SLOTS_OBJECT_H */
