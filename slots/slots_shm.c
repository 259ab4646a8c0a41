/* SPDX-License-Identifier: Apache-2.0 */
/* slots_shm.c: the block in APR shared memory. APR puts its own sizes in front,
 * so the block starts at the next multiple of 64 bytes: the same offset in
 * every process, because all map whole pages. */

#include "slots_shm.h"

#include <apr_general.h>
#include <stdint.h>

#define ALIGNMENT 64u

/* The aligned part of the mapping, with *bytes set. */
static void *shm_block(apr_shm_t *shm, size_t *bytes)
{
    char *base = apr_shm_baseaddr_get(shm);
    size_t size = apr_shm_size_get(shm);
    size_t skip = (ALIGNMENT - (uintptr_t)base % ALIGNMENT) % ALIGNMENT;

    *bytes = size > skip ? size - skip : 0;
    return base + skip;
}

apr_status_t slots_shm_create(slots_shm_t *shm, const char *path,
                              const slots_sizes_t *sizes, apr_pool_t *p)
{
    size_t bytes = slots_table_bytes(sizes);
    slots_shm_t made;
    apr_status_t rv;
    void *block;

    if (bytes == 0)
        return APR_EINVAL;
    rv = apr_shm_create(&made.shm, bytes + ALIGNMENT, path, p);
    if (rv != APR_SUCCESS)
        return rv;
    block = shm_block(made.shm, &bytes);
    rv = apr_generate_random_bytes((unsigned char *)&made.id, sizeof(made.id));
    if (rv == APR_SUCCESS &&
        slots_table_format(&made.table, block, bytes, sizes) != 0)
        rv = APR_EINVAL;
    if (rv != APR_SUCCESS) {
        apr_shm_destroy(made.shm);
        return rv;
    }
    atomic_store(&made.table.header->id, made.id);
    *shm = made;
    return APR_SUCCESS;
}

apr_status_t slots_shm_attach(slots_shm_t *shm, const char *path, apr_pool_t *p)
{
    slots_shm_t found;
    apr_status_t rv = apr_shm_attach(&found.shm, path, p);
    size_t bytes;
    void *block;

    if (rv != APR_SUCCESS)
        return rv;
    block = shm_block(found.shm, &bytes);
    if (slots_table_open(&found.table, block, bytes) != 0) {
        apr_shm_detach(found.shm);
        return APR_EINVAL;
    }
    found.id = atomic_load(&found.table.header->id);
    *shm = found;
    return APR_SUCCESS;
}

apr_status_t slots_shm_check(const slots_shm_t *shm, const char *path,
                             apr_pool_t *p)
{
    slots_shm_t named;
    apr_pool_t *scratch;
    apr_status_t rv = apr_pool_create(&scratch, p);

    if (rv != APR_SUCCESS)
        return rv;
    rv = slots_shm_attach(&named, path, scratch);
    if (rv == APR_SUCCESS && named.id != shm->id)
        rv = APR_EINVAL;
    apr_pool_destroy(scratch); /* detaches */
    return rv;
}

apr_status_t slots_shm_remove(const char *path, apr_pool_t *p)
{
    return apr_shm_remove(path, p);
}
