/* SPDX-License-Identifier: Apache-2.0 */
/* table.c: the table is found by a name that every local user can compute and
 * that others can take away (RemoveIPC of systemd-logind, say). */

#include "table.h"

#include "heap.h"
#include "log.h"
#include "slots_names.h"
#include "stop.h"

#include "wire_fault.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Only our User can have made the journal. Without one, whatever has the name
 * is not a table that httpd's children use. */
static int had_predecessor(const persistd_t *pd)
{
    char path[SLOTS_PATH_SIZE];
    return slots_name_path(path, pd->options.instance, SLOTS_NAME_JOURNAL) ==
               0 &&
           access(path, F_OK) == 0;
}

/* What can't be removed is another user's, and then the name is taken. */
static apr_status_t table_make(persistd_t *pd, const char *path)
{
    slots_shm_remove(path, pd->apr);
    return slots_shm_create(&pd->shm, path, &pd->options.sizes, pd->apr);
}

/* A predecessor's table is kept, because httpd's children have it mapped; one
 * that can't be read is of no use to them either. */
static apr_status_t attach_or_make(persistd_t *pd, const char *path)
{
    char why[128];
    if (!had_predecessor(pd))
        return table_make(pd, path);
    apr_status_t rv = slots_shm_attach(&pd->shm, path, pd->apr);
    if (rv == APR_SUCCESS)
        return rv;
    log_say(LOG_ERROR,
            "PERSIST%04d: the table of the persistd before this one: %s: there "
            "will be a new one, and new workers",
            WIRE_FAULT_TABLE, apr_strerror(rv, why, sizeof(why)));
    return table_make(pd, path);
}

int table_open(persistd_t *pd, char **text)
{
    char path[SLOTS_PATH_SIZE], why[128];
    apr_status_t rv = APR_ENAMETOOLONG;
    if (slots_name_path(path, pd->options.instance, SLOTS_NAME_TABLE) == 0)
        rv = attach_or_make(pd, path);
    if (rv != APR_SUCCESS) {
        *text = heap_print("%s: %s%s", pd->options.instance,
                           apr_strerror(rv, why, sizeof(why)),
                           APR_STATUS_IS_EEXIST(rv)
                               ? ": another user has taken its name in "
                                 "/dev/shm; stop and start httpd"
                               : "");
        return -1;
    }
    pd->table = &pd->shm.table;
    atomic_store(&pd->table->header->phase, SLOTS_SERVING);
    atomic_store(&pd->table->header->lacking, 0); /* as far as we know yet */
    return 0;
}

/* Where its path is too long, the directory's check says so. */
int table_is_first(const persistd_t *pd)
{
    char path[SLOTS_PATH_SIZE];
    const char *instance = pd->options.instance;
    return slots_name_path(path, instance, SLOTS_NAME_TABLE) == 0 &&
           faccessat(AT_FDCWD, instance, F_OK, AT_SYMLINK_NOFOLLOW) != 0 &&
           errno == ENOENT;
}

void table_remove(persistd_t *pd)
{
    char path[SLOTS_PATH_SIZE];
    if (slots_name_path(path, pd->options.instance, SLOTS_NAME_TABLE) == 0)
        slots_shm_remove(path, pd->apr);
}

static int is_lost(apr_status_t rv)
{
    return APR_STATUS_IS_ENOENT(rv) || APR_STATUS_IS_EINVAL(rv) ||
           APR_STATUS_IS_EACCES(rv);
}

/* httpd's new children could not attach it, nor could another persistd. As
 * long as this one lives, it can still tell the old ones that it ends; they
 * then look for the table that the next one makes. */
void table_look(persistd_t *pd)
{
    char path[SLOTS_PATH_SIZE];
    if (pd->stopping ||
        slots_name_path(path, pd->options.instance, SLOTS_NAME_TABLE) != 0 ||
        !is_lost(slots_shm_check(&pd->shm, path, pd->apr)))
        return;
    log_say(LOG_ERROR,
            "PERSIST%04d: the shared table has lost its name in /dev/shm "
            "(RemoveIPC=yes of systemd-logind? give httpd's User a system "
            "account): ending, so that httpd starts another",
            WIRE_FAULT_TABLE);
    stop_begin(pd, "without its table");
}
