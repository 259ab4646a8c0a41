/* SPDX-License-Identifier: Apache-2.0 */
/* slots_map.c: maps the object that was checked, by the same descriptor, so
 * that nobody can replace it in between. */

#include "slots_map.h"
#include "slots_object.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t block_bytes(const slots_object_t *object)
{
    return object->bytes > SLOTS_OBJECT_HEAD
               ? (size_t)object->bytes - SLOTS_OBJECT_HEAD
               : 0;
}

/* The mapping stays when this fails: the caller ends soon. */
static int map_object(slots_map_t *map, int fd, const slots_object_t *object)
{
    char *start = mmap(NULL, (size_t)object->bytes, PROT_READ | PROT_WRITE,
                       MAP_SHARED, fd, 0);
    if (start == MAP_FAILED)
        return -1;
    if (slots_table_open(&map->table, start + SLOTS_OBJECT_HEAD,
                         block_bytes(object)) != 0)
        return -1;
    map->id = atomic_load(&map->table.header->id);
    return 0;
}

int slots_map_open(slots_map_t *map, const char *path)
{
    slots_object_t object;
    slots_header_t header;
    slots_sizes_t sizes;
    int fd = slots_object_open(path, &object, &header, sizeof(header));
    if (fd < 0)
        return -1;
    int result = slots_table_check(&header, block_bytes(&object), &sizes);
    if (result == 0)
        result = map_object(map, fd, &object);
    int error = errno;
    close(fd);
    errno = error;
    return result;
}
