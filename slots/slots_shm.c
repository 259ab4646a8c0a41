/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm.c: the block in APR shared memory. APR puts its own size word in
 * front, so the block starts at the next multiple of 64 bytes. This is the same
 * offset in every process, because all map whole pages. */

#include "slots_shm.h"

#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>

#if !APR_USE_SHMEM_MMAP_SHM
#error "needs an APR that names shared memory by shm_open"
#endif

_Static_assert(APR_ALIGN_DEFAULT(sizeof(apr_size_t)) <= SLOTS_OBJECT_HEAD &&
                   sizeof(apr_size_t) == sizeof(size_t),
               "the size word fits the head");

/* Returns the start of the mapping. APR's base address is the byte after its
 * size word. */
static char *shm_base(apr_shm_t *shm)
{
    return (char *)apr_shm_baseaddr_get(shm) -
           APR_ALIGN_DEFAULT(sizeof(apr_size_t));
}

static void *shm_block(const slots_shm_t *shm)
{
    return shm_base(shm->shm) + SLOTS_OBJECT_HEAD;
}

/* Reads the object under the name, and its header as it is in the file. */
static apr_status_t look(const char *path, slots_object_t *object,
                         slots_header_t *header)
{
    return slots_object_look(path, object, header, sizeof(*header)) == 0
               ? APR_SUCCESS
               : errno;
}

/* Checks that APR has mapped the object that was checked before, because it may
 * have been replaced or resized meanwhile, and because APR does not check
 * whether mmap has failed. */
static int is_mapped(apr_shm_t *shm, const char *path,
                     const slots_object_t *before)
{
    slots_object_t now;
    slots_header_t header;
    return shm_base(shm) != MAP_FAILED &&
           apr_shm_size_get(shm) + sizeof(apr_size_t) == before->bytes &&
           look(path, &now, &header) == APR_SUCCESS &&
           slots_object_same(&now, before) && now.bytes == before->bytes;
}

/* Maps the object that was found. */
static apr_status_t map(slots_shm_t *shm, const char *path, apr_pool_t *p)
{
    apr_status_t rv = apr_shm_attach(&shm->shm, path, p);
    if (rv != APR_SUCCESS)
        return rv;
    if (is_mapped(shm->shm, path, &shm->object))
        return APR_SUCCESS;
    apr_shm_detach(shm->shm);
    return APR_EINVAL;
}

apr_status_t slots_shm_attach(slots_shm_t *shm, const char *path, apr_pool_t *p)
{
    slots_shm_t found;
    slots_header_t header;
    slots_sizes_t sizes;
    apr_status_t rv = look(path, &found.object, &header);
    if (rv != APR_SUCCESS)
        return rv;
    if (slots_table_check(&header, slots_object_block(&found.object), &sizes) !=
        0)
        return APR_EINVAL;
    rv = map(&found, path, p);
    if (rv != APR_SUCCESS)
        return rv;
    if (slots_table_open(&found.table, shm_block(&found),
                         slots_object_block(&found.object)) != 0) {
        apr_shm_detach(found.shm);
        return APR_EINVAL;
    }
    found.id = atomic_load(&found.table.header->id);
    *shm = found;
    return APR_SUCCESS;
}
