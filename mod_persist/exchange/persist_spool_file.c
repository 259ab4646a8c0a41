/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spool_file.c: where the temporary files of httpd are. */

#include "exchange/persist_spool_file.h"
#include "common_temporary.h"

#include <apr_file_io.h>
#include <pthread.h>
#include <string.h>

/* Where APR finds no directory that it can write to. All may be full. */
#define FALLBACK "/tmp"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *directory; /* found once by each child; under the lock */

/* APR looks by writing a file, so what it finds is kept. */
const char *persist_spool_file_directory(apr_pool_t *p)
{
    const char *found = NULL;
    pthread_mutex_lock(&lock);
    if (!directory && apr_temp_dir_get(&found, p) == APR_SUCCESS)
        directory = strdup(found);
    found = directory;
    pthread_mutex_unlock(&lock);
    return found ? found : FALLBACK;
}

int persist_spool_file_open(apr_pool_t *p)
{
    return common_temporary_open(persist_spool_file_directory(p));
}
