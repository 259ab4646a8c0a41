/* SPDX-License-Identifier: Apache-2.0 */
/* slots_map.c: maps the object that was checked, by the same descriptor, so
 * that nobody can replace it in between. */

#include "slots_map.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

static void *block(const slots_map_t *map)
{
    return (char *)map->start + SLOTS_OBJECT_HEAD;
}

static int map_object(slots_map_t *map, int fd)
{
    map->start = mmap(NULL, (size_t)map->object.bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED, fd, 0);
    return map->start == MAP_FAILED ? -1 : 0;
}

/* Returns result, with the errno that it came with. */
static int leave_file(int fd, int result)
{
    int error = errno;
    close(fd);
    errno = error;
    return result;
}

/* Starts the incarnations at a random number, so that no socket name is used
 * again. A worker of the previous table may still be alive, even without its
 * socket, and a process may still have that table mapped. */
static void begin_incarnations(slots_table_t *table, uint64_t random)
{
    for (uint32_t slot = 0; slot < table->sizes.slots; slot++)
        atomic_store(&table->slots[slot].incarnation, (uint32_t)(random >> 33));
}

static int format(slots_map_t *map, const slots_sizes_t *sizes)
{
    uint64_t random[2];
    if (getrandom(random, sizeof(random), 0) != (ssize_t)sizeof(random) ||
        slots_table_format(&map->table, block(map),
                           slots_object_block(&map->object), sizes) != 0)
        return -1;
    begin_incarnations(&map->table, random[1]);
    map->id = random[0];
    atomic_store(&map->table.header->id, map->id);
    memcpy(map->head, map->table.header, sizeof(map->head));
    return 0;
}

/* The object exists. */
static int map_and_format(slots_map_t *map, const char *path,
                          const slots_sizes_t *sizes)
{
    slots_header_t header;
    int fd = slots_object_open(path, &map->object, &header, sizeof(header));
    if (fd < 0 || leave_file(fd, map_object(map, fd)) != 0)
        return -1;
    if (format(map, sizes) == 0)
        return 0;
    slots_map_close(map);
    return -1;
}

int slots_map_make(slots_map_t *map, const char *path,
                   const slots_sizes_t *sizes, slots_room_t *room)
{
    size_t bytes = slots_table_bytes(sizes);
    errno = EINVAL;
    if (bytes == 0 || slots_object_make(path, bytes, room) != 0)
        return -1;
    if (map_and_format(map, path, sizes) == 0)
        return 0;
    int error = errno;
    slots_object_remove(path);
    errno = error;
    return -1;
}

/* Checks the copy, because somebody may write to the header meanwhile. */
static int head_is_of(const slots_map_t *map)
{
    slots_header_t header = {0};
    slots_sizes_t sizes;
    memcpy(&header, map->head, sizeof(map->head));
    return slots_table_check(&header, slots_object_block(&map->object),
                             &sizes) == 0 &&
           memcmp(&sizes, &map->table.sizes, sizeof(sizes)) == 0;
}

static int open_table(slots_map_t *map)
{
    int opened = slots_table_open(&map->table, block(map),
                                  slots_object_block(&map->object));
    memcpy(map->head, block(map), sizeof(map->head));
    if (opened != 0 || !head_is_of(map)) {
        slots_map_close(map);
        errno = EINVAL;
        return -1;
    }
    map->id = atomic_load(&map->table.header->id);
    return 0;
}

int slots_map_open(slots_map_t *map, const char *path)
{
    slots_header_t header;
    slots_sizes_t sizes;
    int fd = slots_object_open(path, &map->object, &header, sizeof(header));
    if (fd < 0)
        return -1;
    int result = slots_table_check(&header, slots_object_block(&map->object),
                                   &sizes) == 0
                     ? map_object(map, fd)
                     : -1;
    return leave_file(fd, result) == 0 ? open_table(map) : -1;
}

/* What the object says of itself does not matter: slots_map_mend() knows it
 * better. */
int slots_map_check(const slots_map_t *map, const char *path)
{
    slots_object_t found;
    int looked = slots_object_look(path, &found, NULL, 0);
    int same = slots_object_same(&found, &map->object);
    if (same && found.bytes < map->object.bytes)
        errno = EFAULT;
    else if (same && found.bytes == map->object.bytes &&
             (looked == 0 || errno == EINVAL))
        return 0;
    else if (looked == 0)
        errno = EINVAL;
    return -1;
}

int slots_map_mend(slots_map_t *map)
{
    slots_header_t *header = map->table.header;
    size_t *size = map->start; /* APR's word */
    if (*size == map->object.bytes && atomic_load(&header->id) == map->id &&
        memcmp(header, map->head, sizeof(map->head)) == 0)
        return 0;
    *size = (size_t)map->object.bytes;
    memcpy(header, map->head, sizeof(map->head));
    atomic_store(&header->id, map->id);
    return 1;
}

void slots_map_close(slots_map_t *map)
{
    munmap(map->start, (size_t)map->object.bytes);
}
