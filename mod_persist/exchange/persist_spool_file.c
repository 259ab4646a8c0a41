/* SPDX-License-Identifier: Apache-2.0 */
/* persist_spool_file.c: opens temporary files without a name. */

#include "exchange/persist_spool_file.h"

#include <apr_file_io.h>
#include <apr_strings.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where APR finds no directory that it can write to. All may be full. */
#define FALLBACK "/tmp"
#define FILE_MODE (S_IRUSR | S_IWUSR)

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

/* For file systems without O_TMPFILE (NFS, some overlays). */
static int open_named(const char *where, apr_pool_t *p)
{
    char *name = apr_pstrcat(p, where, "/mod_persist.XXXXXX", NULL);
    int fd = mkostemp(name, O_CLOEXEC);
    if (fd >= 0)
        unlink(name);
    return fd;
}

int persist_spool_file_open(apr_pool_t *p)
{
    const char *where = persist_spool_file_directory(p);
    int fd = -1;
    errno = EOPNOTSUPP;
#ifdef O_TMPFILE
    fd = open(where, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, FILE_MODE);
#endif
    if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR))
        fd = open_named(where, p);
    return fd;
}
